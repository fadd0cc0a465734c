"""The layout of the page and its wiring."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import gradio as gr

from transformer_viz.checkpoints.upload import upload_limits
from transformer_viz.figures import theme
from transformer_viz.language import dictionary, sentence
from transformer_viz.session.reading import MAX_TOKENS
from transformer_viz.session.running import run_settings
from transformer_viz.text.cleanup import MAX_CHARACTERS
from transformer_viz.ui import handlers
from transformer_viz.wire.costs import form_for_page
from transformer_viz.wire.link import default_settings, model_choices
from transformer_viz.wire.methods import methods_for_page
from transformer_viz.wire.payload import ANSWERS
from transformer_viz.wire.source_code import source_excerpts

ASSETS = Path(__file__).parent.parent.parent / "assets"
# Read at the moment of sending. What an event itself carries would be older: of several fast clicks
# Gradio sends the last one again, but with the data of the one before.
QUESTION = """
(model, source, target) => [
  model, source, target, globalThis.transformerViz?.question("ACTION") ?? ""
]
"""


def _template(name: str) -> str:
    return (ASSETS / "templates" / f"{name}.html").read_text(encoding="utf-8")


def _mount(function: str, *events: str) -> str:
    """The JavaScript that hands a component over to our module; events must stand quoted in it."""
    names = " ".join(f"'{event}'" for event in events)
    return (
        "import(new URL('viz/page/main.js', document.baseURI))"
        f".then(m => m.{function}({{element, props, trigger, watch}})); /* {names} */"
    )


def _plotly_templates() -> dict[str, object]:
    palettes = {"light": theme.LIGHT, "dark": theme.DARK}
    return {name: theme.template(palette).to_plotly_json() for name, palette in palettes.items()}


def _part(template: str, mount: str, value: object = "", **props: Any) -> gr.HTML:
    """A component of ours: constant HTML, handed over to our module together with its ``props``."""
    return gr.HTML(
        value, html_template=template, js_on_load=mount, apply_default_css=False, **props
    )


def _viewer(value: object) -> gr.HTML:
    """The pictures of a run, drawn by assets/page/parts/viewer."""
    return _part(
        _template("viewer"),
        _mount("mountViewer", "ask"),
        value,
        strings=dictionary(),
        sources=source_excerpts(),
        methods=methods_for_page(),
        templates=_plotly_templates(),
    )


def _status() -> gr.HTML:
    """One line of text under the sentence: what went wrong, and what to do."""
    return _part(_template("status"), _mount("mountStatus"), handlers.message())


class ModelPicker(gr.Dropdown):
    """A dropdown whose value may be any model: handlers check it, and say what is wrong with it.

    Gradio itself would refuse what it did not offer, and after a restart of the server it has
    forgotten what it offered to whom.
    """

    def preprocess(self, payload: Any) -> Any:
        """What the browser sent, as it is."""
        return payload

    def get_block_name(self) -> str:
        """It is drawn like any dropdown."""
        return "dropdown"


def _brand() -> gr.HTML:
    """The name of the page, its views, and a way for the keyboard past the controls."""
    words = {key: escape(sentence(f"page.{key}")) for key in ("skip", "tagline")}
    return _part(_template("brand").format(**words), _mount("mountTabs"))


def _examples() -> gr.HTML:
    """Sentences to begin with, in a menu, drawn by assets/page/parts/examples."""
    return _part(_template("examples"), _mount("mountExamples"))


def _models() -> gr.HTML:
    """More models than the list has: a dialog, drawn by assets/page/parts/models."""
    return _part(
        _template("models"),
        _mount("mountModels"),
        form=form_for_page(),
        limits=upload_limits(),
        templates=_plotly_templates(),
    )


def _toolbar() -> gr.HTML:
    """Theme and share: buttons that need no server."""
    return _part(_template("toolbar"), _mount("mountToolbar"))


@dataclass(frozen=True)
class Page:
    """The components that events connect."""

    model: gr.Dropdown
    models: gr.HTML
    source: gr.Textbox
    target: gr.Textbox
    run: gr.Button
    wish: gr.Textbox
    viewer: gr.HTML
    status: gr.HTML


def build() -> Page:
    """Lay the page out; the first picture is part of it."""
    first = default_settings()
    with gr.Row(elem_id="top"):
        _brand()
        model = ModelPicker(
            model_choices(),
            value=first.model,
            label=sentence("page.model"),
            container=False,
            elem_id="model-picker",
            filterable=False,
        )
        models = _models()
        _toolbar()
    with gr.Row(elem_id="say"):
        source = gr.Textbox(
            first.source,
            label=sentence("page.source"),
            placeholder=sentence(
                "page.source_hint", {"characters": f"{MAX_CHARACTERS:,}", "tokens": MAX_TOKENS}
            ),
            container=False,
            elem_id="source-text",
            max_lines=6,
        )
        _examples()
        run = gr.Button(sentence("page.run"), variant="primary", elem_id="run-button")
        target = gr.Textbox(
            "",
            label=sentence("page.target"),
            placeholder=sentence("page.target_hint"),
            container=False,
            elem_id="target-text",
            max_lines=6,
        )
        wish = gr.Textbox("", visible=False)  # filled by our JavaScript whenever it is sent
        status = _status()
    viewer = _viewer(ANSWERS.text(run_settings(first), first))
    return Page(model, models, source, target, run, wish, viewer, status)


def connect(page: Page) -> None:
    """Wire every event to the one question, in one queue: answers arrive in the order of clicks."""
    work: dict[str, Any] = {
        "fn": handlers.show,
        "inputs": [page.model, page.source, page.target, page.wish],
        "outputs": [page.model, page.source, page.target, page.viewer, page.status],
        "trigger_mode": "always_last",
        "show_progress": "hidden",
        "concurrency_id": "run",
        "concurrency_limit": 1,
    }
    typed: list[Any] = [page.run.click, page.source.submit, page.target.submit]
    gr.on(typed, js=QUESTION.replace("ACTION", "run"), api_name="show", **work)
    hidden: dict[str, Any] = work | {"api_visibility": "private"}
    page.model.input(js=QUESTION.replace("ACTION", "pick"), **hidden)
    page.viewer.ask(js=QUESTION.replace("ACTION", ""), **hidden)  # the page has noted its wish


def explore() -> gr.Blocks:
    """The whole page."""
    with gr.Blocks(
        title="transformer-viz",
        fill_width=True,
        analytics_enabled=False,
        delete_cache=(3600, 3600),
    ) as blocks:
        connect(build())
    return blocks
