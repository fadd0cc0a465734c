"""Make room for traces cheaply.

A trace holds hundreds of tensors, and glibc hands large freed blocks straight back to the system:
the next trace then pays for fresh pages, which costs more than its arithmetic.
"""

from __future__ import annotations

import ctypes

_M_TRIM_THRESHOLD = -1  # from malloc.h
_M_MMAP_THRESHOLD = -3


def keep_freed_memory(up_to: int = 512_000_000) -> bool:
    """Let this process keep ``up_to`` bytes of freed memory for its next trace.

    Returns:
        Whether the C library could be told so; elsewhere than on glibc nothing changes.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return bool(mallopt(_M_TRIM_THRESHOLD, up_to) and mallopt(_M_MMAP_THRESHOLD, up_to))
