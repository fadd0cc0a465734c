"""Settings in the address of the page: a link is the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode

from transformer_viz.capture.edit_text import edits_to_text, text_to_edits
from transformer_viz.checkpoints.catalog import LIBRARY
from transformer_viz.checkpoints.store import Card
from transformer_viz.errors import InputError
from transformer_viz.language import sentence
from transformer_viz.model.methods import GREEDY
from transformer_viz.session.reading import fills_blanks, readable_examples
from transformer_viz.session.running import Settings
from transformer_viz.text.cleanup import clean
from transformer_viz.wire.method_text import method_to_text, text_to_method

Wish = TypeVar("Wish")
MAX_QUERY = 8_000  # characters: 2,000 typed ones, most of them percent-encoded, and some more
DEFAULT_MODEL = "en-fr"
BLANKS = "en-masked"  # its examples have a blank
EXAMPLES = (
    "The black cat sleeps on the red chair.",
    "She does not eat the apples.",
    "Do you see the small house?",
    "My grandmother baked a pie.",
    "Zorblax likes tea.",
    "Can you help me?",
)
DEFAULT_SOURCE = EXAMPLES[0]


@dataclass(frozen=True)
class Link:
    """What a link asks for, and which of its wishes could not be granted."""

    settings: Settings
    problems: tuple[InputError, ...] = ()


def offered() -> dict[str, Card]:
    """The models that the page offers, with their cards.

    The translator comes first, then its kin, digits, and what has random weights.
    """
    cards = LIBRARY.cards()

    def rank(name: str) -> tuple[bool, bool, bool, str]:
        is_kin = name.startswith("en-")
        return name != DEFAULT_MODEL, not cards[name].get("trained"), not is_kin, name

    return {name: cards[name] for name in sorted(cards, key=rank)}


def known_model(name: object) -> str:
    """``name``, if the page can run it, in the one spelling that all others lead to.

    Whether a model of the Hub, or an uploaded one, is at hand is another question.

    Raises:
        InputError: no source has such names; the message lists what is offered. Or it is a
            configuration that cannot work, or that is too large; the message says what can be done.
    """
    if isinstance(name, str) and LIBRARY.source_of(name) is not None:
        return LIBRARY.canonical(name)
    shown = name if isinstance(name, str) else type(name).__name__
    shown = shown if len(shown) <= 60 else f"{shown[:60]}…"
    raise InputError("errors.unknown_model", name=shown, options=", ".join(offered()))


def model_choices(chosen: str = DEFAULT_MODEL) -> list[tuple[str, str]]:
    """Label and name of every model to choose from; ``chosen`` is among them in any case."""
    names = dict.fromkeys((*offered(), chosen))
    return [(_choice_label(name), name) for name in names]


def _choice_label(name: str) -> str:
    card = LIBRARY.card(name)
    if "trained" not in card:  # it is not here yet
        return str(card["title"])
    return f"{card['title']} · {state_of(card)}"


def state_of(card: Card) -> str:
    """Whether a model's weights were trained, in words."""
    if card.get("trained") is None:  # its owner knows
        return sentence("page.uploaded")
    return sentence("page.trained" if card["trained"] else "page.random")


def examples_of(model: str) -> list[str]:
    """What the page suggests to type."""
    card = LIBRARY.card(model)
    if "examples" in card or model in offered():
        return _examples(card)
    try:
        loaded = LIBRARY.at_hand(model)
    except InputError:
        return _examples(card)
    if fills_blanks(loaded):
        return _examples(offered()[BLANKS])
    return readable_examples(loaded) or _examples(card)


def _examples(card: Card) -> list[str]:
    examples = card.get("examples")
    return [str(text) for text in examples] if isinstance(examples, list) else list(EXAMPLES)


def first_example(model: str) -> str:
    """What a model reads when nothing was typed."""
    return examples_of(model)[0]


def suits(model: str, source: str) -> bool:
    """Whether a text is worth keeping for a model: it is no example that was made for another."""
    of_others = {text for card in offered().values() for text in _examples(card)}
    return source in examples_of(model) or source not in of_others


def default_settings() -> Settings:
    """What a visitor sees who brings no link."""
    return Settings(DEFAULT_MODEL, DEFAULT_SOURCE)


def query_of(settings: Settings) -> str:
    """The query string that leads to these settings.

    >>> query_of(Settings("en-fr", "I like cats."))
    'model=en-fr&source=I+like+cats.'
    """
    wishes = {"model": settings.model, "source": settings.source}
    if settings.target is not None:
        wishes["target"] = settings.target
    if settings.edits:
        wishes["edits"] = edits_to_text(settings.edits)
    if settings.method != GREEDY:
        wishes["method"] = method_to_text(settings.method)
    return urlencode(wishes)


def read_query(query: object) -> Link:
    """Settings from a query string; unknown keys are ignored, bad values fall back with a reason.

    >>> read_query("?model=en-xx&source=I+like+cats.").settings
    Settings(model='en-fr', source='I like cats.', target=None, edits=(), method=Greedy())
    """
    if not isinstance(query, str) or len(query) > MAX_QUERY:
        return Link(default_settings(), (InputError("errors.link_too_long", limit=MAX_QUERY),))
    wishes = dict(reversed(parse_qsl(query.removeprefix("?"))))  # of a doubled key, the first
    problems: list[InputError] = []
    model = _model(wishes, problems)
    source = _text(wishes, "source", problems) or first_example(model)
    target = _text(wishes, "target", problems)
    edits = _read(text_to_edits, wishes.get("edits", ""), (), problems)
    method = _read(text_to_method, wishes.get("method", ""), GREEDY, problems)
    return Link(Settings(model, source, target, edits, method), tuple(problems))


def _model(wishes: Mapping[str, str], problems: list[InputError]) -> str:
    return _read(known_model, wishes.get("model", DEFAULT_MODEL), DEFAULT_MODEL, problems)


def _read(
    reader: Callable[[str], Wish], text: str, otherwise: Wish, problems: list[InputError]
) -> Wish:
    try:
        return reader(text)
    except InputError as problem:
        problems.append(problem)
        return otherwise


def _text(wishes: Mapping[str, str], key: str, problems: list[InputError]) -> str | None:
    if key not in wishes:
        return None
    try:
        clean(wishes[key])
    except InputError as problem:
        problems.append(problem)
        return None
    return wishes[key]
