"""axe finds nothing serious on any view, face, panel and dialog: light, dark, wide, narrow."""

from pathlib import Path

from tests.browser.conftest import Visitor

AXE = Path(__file__).parent.parent.parent / "node_modules/axe-core/axe.min.js"
FOUND = """async () => (await axe.run({ resultTypes: ["violations"] })).violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
    [id, html.slice(0, 160), failureSummary.split("\\n")[1]]))"""
PANELS = ("heads", "change", "effect")
FACES = ("picture", "arithmetic", "code", "numbers")


def found(visitor: Visitor, where: str) -> list[tuple[str, str]]:
    visitor.page.wait_for_timeout(150)  # colours change gradually
    return [(where, str(one)) for one in visitor.page.evaluate(FOUND)]


def look_everywhere(visitor: Visitor, where: str) -> list[tuple[str, str]]:
    page, problems = visitor.page, []
    for face in FACES:
        page.click(f"#tab-{face}")
        problems += found(visitor, f"{where}, {face}")
    page.click("#tab-picture")
    for panel in PANELS if page.is_visible("#rail") else ():
        visitor.panel(panel)
        problems += found(visitor, f"{where}, {panel}")
    for tab in ("write", "heads", "inside"):
        visitor.tab(tab)
        problems += found(visitor, f"{where}, {tab}")
    page.click("#more-models")
    problems += found(visitor, f"{where}, dialog")
    page.click("#close-models")
    return problems


def test_axe_finds_nothing_serious(visitor: Visitor) -> None:
    visitor.page.emulate_media(reduced_motion="reduce")  # what moves in is faint at first
    visitor.open("?edits=PositionsOff~encoder")
    visitor.page.add_script_tag(path=AXE)
    visitor.wait_for_proofs()
    problems = look_everywhere(visitor, "light, 1440")
    visitor.page.click("#theme-button")
    problems += look_everywhere(visitor, "dark, 1440")
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    problems += look_everywhere(visitor, "dark, 390")
    assert problems == []
