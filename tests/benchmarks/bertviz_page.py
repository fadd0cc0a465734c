"""What bertviz makes of attention weights, as a page that a browser without a network can open."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from torch import Tensor

from tests.benchmarks.chromium import SAY_SO

CDN = "https://cdnjs.cloudflare.com/ajax/libs/"
LIBRARIES = Path(__file__).parent / "peer" / "node_modules"
PEER_FILES = {  # the addresses that bertviz asks for
    f"{CDN}require.js/2.3.6/require.min.js": LIBRARIES / "requirejs/require.js",
    f"{CDN}d3/5.7.0/d3.min.js": LIBRARIES / "d3/dist/d3.min.js",
    f"{CDN}jquery/2.0.0/jquery.min.js": LIBRARIES / "jquery/dist/jquery.min.js",
}
PEER_SAYS_SO = f"<script>requirejs(['jquery', 'd3'], () => {SAY_SO})</script>"  # after bertviz' own
NOT_HERE = "bertviz is not installed; `make bench` installs it"


def is_here() -> bool:
    """Whether bertviz and what it loads are installed."""
    return find_spec("bertviz") is not None and all(path.exists() for path in PEER_FILES.values())


def peer_page(weights: Sequence[Tensor], tokens: Sequence[str]) -> bytes:
    """bertviz' model view: all heads small, the one that is clicked large.

    Args:
        weights: one tensor (1, head, query, key) per layer.
    """
    from bertviz import model_view  # installed for this benchmark only

    html = model_view([*weights], [*tokens], html_action="return", display_mode="light").data
    return f'<!doctype html><meta charset="utf-8">{html}{PEER_SAYS_SO}'.encode()
