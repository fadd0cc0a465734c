"""A way of writing as a short text that fits into a link, and back.

``sample~temperature~top_k~top_p~seed`` with an empty top_k for none, ``beam~width~length_penalty``;
greedy, which is what everybody sees first, is an empty text.
"""

from __future__ import annotations

from transformer_viz.errors import InputError
from transformer_viz.model.beam import Beam
from transformer_viz.model.methods import GREEDY, Method
from transformer_viz.model.sampling import Sampling


def method_to_text(method: Method) -> str:
    """The text for a link.

    >>> method_to_text(Beam(width=3)), method_to_text(Sampling(top_k=5)), method_to_text(GREEDY)
    ('beam~3~0.0', 'sample~1.0~5~1.0~0', '')
    """
    if isinstance(method, Sampling):
        top_k = "" if method.top_k is None else method.top_k
        return f"sample~{method.temperature}~{top_k}~{method.top_p}~{method.seed}"
    if isinstance(method, Beam):
        return f"beam~{method.width}~{method.length_penalty}"
    return ""


def text_to_method(text: str) -> Method:
    """The method that ``method_to_text`` wrote.

    Raises:
        InputError: it is none, or one of its numbers cannot work.
    """
    name, *values = text.split("~")
    if not text:
        return GREEDY
    try:
        if name == "sample":
            temperature, top_k, top_p, seed = values
            return Sampling(
                temperature=float(temperature),
                top_k=int(top_k) if top_k else None,
                top_p=float(top_p),
                seed=int(seed),
            )
        if name == "beam":
            width, length_penalty = values
            return Beam(width=int(width), length_penalty=float(length_penalty))
    except InputError:
        raise
    except (ValueError, OverflowError):
        pass  # told below, with what was typed
    raise InputError("errors.method_unreadable", method=text[:60])
