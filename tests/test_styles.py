"""The page's style sheets keep to the tokens of figures/theme.py, and to one declaration a line."""

import re
from pathlib import Path

import pytest

from transformer_viz.figures import theme
from transformer_viz.server.http import PAGE, page_css

SHEETS = sorted(PAGE.rglob("*.css"))
COMPONENTS = [sheet for sheet in SHEETS if sheet.parent != PAGE / "css"]
LONGEST_LINE = 100
# A hair, to put a border or a line of text right: the only lengths that are not on the scale.
HAIRS = {"0", "1px", "2px", "-1px"}
NAMED_COLOURS = r"white|black|gr[ae]y|red|green|blue|orange|yellow|purple|silver"


def name(sheet: Path) -> str:
    return sheet.relative_to(PAGE).as_posix()


def declarations(sheet: Path) -> list[tuple[str, str]]:
    """Property and value, in their order; selectors and comments left out."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)
    inner = re.findall(r"\{([^{}]*)\}", text)
    pairs = [line.split(":", 1) for block in inner for line in block.split(";") if line.strip()]
    return [(key.strip(), " ".join(value.split())) for key, value in pairs]


def all_declarations(sheets: list[Path]) -> list[tuple[str, str, str]]:
    return [(name(sheet), *pair) for sheet in sheets for pair in declarations(sheet)]


def test_sizes_of_text_are_few_and_can_be_read() -> None:
    assert len(theme.TEXT_SIZES) <= 6
    assert min(theme.TEXT_SIZES.values()) >= 12


def test_text_has_a_size_of_the_scale() -> None:
    for sheet, key, value in all_declarations(SHEETS):
        if key == "font-size":
            assert re.fullmatch(r"var\(--text-\w+\)", value), f"{sheet}: {key}: {value}"
        if key == "font" and value != "inherit":
            assert re.search(r"\bvar\(--text-\w+\)", value), f"{sheet}: {key}: {value}"
            assert not re.search(r"\d(px|em|rem|pt|%)", value), f"{sheet}: {key}: {value}"


def test_spaces_and_radii_are_of_the_scale() -> None:
    spaces = re.compile(r"(margin|padding)(-\w+)*|(row-|column-)?gap")
    for sheet, key, value in all_declarations(SHEETS):
        scale = "space" if spaces.fullmatch(key) else "radius" if key.endswith("radius") else ""
        if scale and not key.startswith("--"):
            rest = re.sub(rf"calc\(-1(px -| \*) var\(--{scale}-\w+\)\)", "0", value)
            rest = re.sub(rf"var\(--{scale}-\w+\)", "0", rest).removesuffix(" !important")
            assert set(rest.split()) <= HAIRS | {"auto"}, f"{sheet}: {key}: {value}"


def test_components_have_no_colour_of_their_own() -> None:
    colour = re.compile(
        rf"#[0-9a-f]{{3,8}}\b|\b(rgb|hsl|hwb|lab|lch|oklch|oklab)a?\(|{NAMED_COLOURS}"
    )
    for sheet, key, value in all_declarations(COMPONENTS):
        plain = re.sub(r"var\([^)]*\)|white-space", "", value)
        assert not colour.search(plain), f"{sheet}: {key}: {value}"


def test_no_part_follows_its_whole() -> None:
    """Gradio reads the sheets and writes them anew.

    Of ``background: var(--card); background-size: 4px`` in one rule only the second part arrives.
    """
    wholes = "background|border|font|margin|padding"
    lost = re.compile(rf"\b({wholes}): [^;]*var\([^{{}}]*;\s+\1-(?!radius|collapse|spacing)")
    for sheet in SHEETS:
        assert not lost.search(sheet.read_text(encoding="utf-8")), name(sheet)


def test_only_gradio_is_insisted_against() -> None:
    insisting = {sheet for sheet, _, value in all_declarations(SHEETS) if "!important" in value}
    assert insisting == {"css/gradio.css"}


@pytest.mark.parametrize("sheet", SHEETS, ids=name)
def test_one_declaration_a_line(sheet: Path) -> None:
    for line in sheet.read_text(encoding="utf-8").split("\n"):
        assert len(line) <= LONGEST_LINE, line
        bare = re.sub(r'/\*.*?\*/|"[^"]*"', "", line)
        assert len(re.findall("[;{}]", bare)) <= 1, line


def test_every_variable_that_is_used_is_a_token_or_set_by_a_component() -> None:
    sheets = page_css()
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in PAGE.rglob("*.js"))
    named = set(re.findall(r"(--[\w-]+)\s*:", sheets)) | set(re.findall(r'"(--[\w-]+)"', scripts))
    assert set(re.findall(r"var\((--[\w-]+)", sheets)) <= named


def test_every_component_has_its_sheet_beside_it() -> None:
    for folder in (PAGE / "parts").iterdir():
        assert (folder / f"{folder.name}.css").exists(), folder.name
        for sheet in folder.glob("*.css"):
            assert sheet.with_suffix(".js").exists(), name(sheet)


def test_the_sheets_are_joined_tokens_first() -> None:
    joined = page_css()
    first = [PAGE / "css" / f"{file}.css" for file in ("tokens", "gradio", "base")]
    texts = [path.read_text(encoding="utf-8") for path in (*first, *COMPONENTS)]
    places = [joined.index(text) for text in texts]
    assert places == sorted(places)
    assert joined.index(theme.css_variables()) == 0
    assert len(SHEETS) == len(texts)
