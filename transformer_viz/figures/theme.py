"""Colours, fonts, sizes and spaces: this file has the last word on them.

The page's CSS variables are made from the same palettes, so a figure never disagrees with the card
around it. A figure itself names no colour: it takes them from its template, and the browser changes
from light to dark by exchanging the template alone.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import plotly.graph_objects as go

BOTH = "#7670e0"  # reads on a light card and on a dark one, for lines that no template can reach
BOTH_TOO = ("#4f86e8", "#d9713c", "#35a06f")
HATCH = "#908c86"
FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif'
MONO = '"JetBrains Mono", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'
# Pixels; the names say the role, and the page's CSS knows them as --text-…, --space-…, --radius-….
TEXT_SIZES = {"label": 12, "body": 14, "reading": 16, "title": 20, "output": 24, "hero": 40}
SPACES = {"xs": 4, "s": 8, "m": 12, "l": 16, "xl": 24, "xxl": 32}  # m inside cards and strips only
RADII = {"cell": 4, "box": 6, "control": 8, "card": 10, "pill": 99}


@dataclass(frozen=True)
class Palette:
    """One set of colours, as CSS hex codes.

    Attributes:
        bg, card, line: the page, the cards on it, and their borders.
        ink, soft, faint: text, from strong to weak; ``faint`` is for decoration only.
        accent, accent_soft: what is chosen, and its background.
        q, k, v: queries, keys and values, everywhere.
        ok, warn: a promise that holds, and one that does not.
        hatch: cells that a mask forbids.
        ramp: weights from 0 to 1, even steps.
    """

    bg: str
    card: str
    line: str
    ink: str
    soft: str
    faint: str
    accent: str
    accent_soft: str
    q: str
    k: str
    v: str
    ok: str
    warn: str
    hatch: str
    ramp: tuple[str, ...]

    def css_variables(self) -> str:
        """``--bg:#…;--card:#…`` and so on, the names with dashes."""
        colours = {name: value for name, value in asdict(self).items() if name != "ramp"}
        return "".join(f"--{name.replace('_', '-')}:{value};" for name, value in colours.items())


LIGHT = Palette(
    bg="#fafaf8",
    card="#ffffff",
    line="#e6e4de",
    ink="#1d1c1a",
    soft="#66625a",
    faint="#a8a49b",
    accent="#4b45d6",
    accent_soft="#eeedfc",
    q="#2f6fde",
    k="#b04a18",
    v="#23845a",
    ok="#23845a",
    warn="#b93a0b",
    hatch="#c9c5bb",
    ramp=("#fbfbff", "#dcdaf7", "#a9a4ec", "#7670e0", "#4b45d6", "#2b2699"),
)
DARK = Palette(
    bg="#131316",
    card="#1b1b20",
    line="#2f2f38",
    ink="#ecebe8",
    soft="#a8a59e",
    faint="#6d6a65",
    accent="#9d98ff",
    accent_soft="#2a2942",
    q="#7aa7f7",
    k="#f0955f",
    v="#63c79a",
    ok="#63c79a",
    warn="#fb923c",
    hatch="#4a4a55",
    ramp=("#202026", "#33325a", "#524e96", "#7670d6", "#9d98ff", "#d6d4ff"),
)


def css_variables() -> str:
    """The style sheet that gives the page's CSS all tokens: sizes, fonts, and both palettes."""
    scales = {"text": TEXT_SIZES, "space": SPACES, "radius": RADII}
    sizes = "".join(
        f"--{scale}-{name}:{pixels}px;"
        for scale, steps in scales.items()
        for name, pixels in steps.items()
    )
    return (
        f":root{{{LIGHT.css_variables()}{sizes}--sans:{FONT};--mono:{MONO};}}\n"
        f"body.dark{{{DARK.css_variables()}}}\n"
    )


def template(palette: Palette) -> go.layout.Template:
    """What every figure of the page inherits.

    ``coloraxis`` paints weights from 0 to 1; ``coloraxis2`` the cells that a mask forbids;
    ``coloraxis3`` numbers of both signs; ``coloraxis4`` to ``6`` queries, keys and values.
    """
    steps = len(palette.ramp) - 1
    ramp = [[i / steps, colour] for i, colour in enumerate(palette.ramp)]
    axis = {
        "showgrid": False,
        "zeroline": False,
        "ticks": "",
        "linecolor": palette.line,
        "tickfont": {"color": palette.ink, "size": TEXT_SIZES["body"]},
        "title": {
            "font": {"color": palette.soft, "size": TEXT_SIZES["label"]},
            "standoff": 4,
        },
    }
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": TEXT_SIZES["body"], "color": palette.ink},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": palette.card,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "hoverlabel": {
                "bgcolor": palette.card,
                "bordercolor": palette.line,
                "font": {"family": FONT, "size": TEXT_SIZES["body"], "color": palette.ink},
            },
            "coloraxis": {"colorscale": ramp, "cmin": 0, "cmax": 1, "showscale": False},
            "coloraxis2": {
                "colorscale": [[0, palette.line], [1, palette.line]],
                "showscale": False,
            },
            "coloraxis3": _signed(palette, palette.k, palette.accent),
            "coloraxis4": _signed(palette, palette.soft, palette.q),
            "coloraxis5": _signed(palette, palette.soft, palette.k),
            "coloraxis6": _signed(palette, palette.soft, palette.v),
            "colorway": [palette.accent, palette.k, palette.v, palette.q, palette.soft],
            "xaxis": axis,
            "yaxis": axis,
        },
    )


def _signed(palette: Palette, negative: str, positive: str) -> dict[str, object]:
    """From ``negative`` over the card's own colour, which is 0, to ``positive``."""
    colours = [[0, negative], [0.5, palette.card], [1, positive]]
    return {"colorscale": colours, "cmid": 0, "showscale": False}
