"""The verbs: forms in both languages, who does it and to what."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from transformer_viz.training.grammar import english
from transformer_viz.training.grammar.conjugation import split_reflexive
from transformer_viz.training.grammar.draw import Table
from transformer_viz.training.grammar.nouns import NOUN, NOUN_TABLES, expand
from transformer_viz.training.grammar.word_lists import word_list
from transformer_viz.training.grammar.word_tables import read_table

# These conjugate with être and their participle agrees with the subject.
WITH_ETRE = word_list("verbs with être")
COMMON = word_list("common verbs")
COMMON_BOOST = 3
HELPLESS = ("baby",)  # does only what is said of it by name
Option = Literal["state", "simple", "nopast", "positive", "to"]


class Verb(NamedTuple):
    """A verb in both languages and what goes with it; `english` ends with its particle."""

    base: str
    past: str
    participle: str
    particle: tuple[str, ...]
    french: str
    reflexive: bool
    complement: str  # a French noun that belongs to the verb: "besoin" in "avoir besoin"
    preposition: str  # of the French object: "", "à" or "de"
    options: frozenset[str]

    @property
    def with_etre(self) -> bool:
        return self.reflexive or self.french in WITH_ETRE


class Frame(NamedTuple):
    """A verb with what may be its object, or its places and manners."""

    verb: Verb
    objects: tuple[str, ...]
    manners: tuple[str, ...] = ()


@dataclass(frozen=True)
class _IrregularRow:
    english: str
    past: str
    participle: str


@dataclass(frozen=True)
class _TransitiveRow:
    english: str
    french: str
    subjects: str
    objects: tuple[str, ...]
    preposition: Literal["", "à", "de"] = ""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class _IntransitiveRow:
    english: str
    french: str
    subjects: str
    places: tuple[str, ...] = ()
    manners: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class _GivingRow:
    english: str
    french: str
    objects: tuple[str, ...]
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class _BeforeVerbRow:
    followed_by: Literal["to", "ing"]
    english: str
    french: str
    preposition: Literal["", "à", "de"] = ""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class VerbUse:
    """A verb of one sentence type, with the nouns, subjects and tense that it takes there."""

    use: str
    english: str
    french: str
    options: tuple[Option, ...] = ()
    objects: str = ""
    subject: Literal["", "person", "animal", "both"] = ""
    tense: str = ""
    weight: int = 1

    @property
    def verb(self) -> Verb:
        return parse_verb(self.english, self.french, *self.options)


_IRREGULAR = {
    row.english: (row.past, row.participle)
    for row in read_table("english_irregular", _IrregularRow, unique=("english",))
}
_USES = read_table("verb_uses", VerbUse)


@cache
def parse_verb(english_verb: str, french_verb: str, *options: str, preposition: str = "") -> Verb:
    """A verb from its base forms; a particle follows the English, a complement the French.

    >>> parse_verb("get up", "se lever").past, parse_verb("need", "avoir besoin").complement
    ('got', 'besoin')
    """
    base, *particle = english_verb.split()
    past, participle = _IRREGULAR.get(base) or (english.past(base), english.past(base))
    infinitive, reflexive = split_reflexive(french_verb)
    infinitive, _, complement = infinitive.partition(" ")
    return Verb(
        base,
        past,
        participle,
        tuple(particle),
        infinitive,
        reflexive,
        complement,
        preposition,
        frozenset(options),
    )


def verb_uses(use: str) -> tuple[VerbUse, ...]:
    """The verbs of a sentence type, each as often as its weight says."""
    return tuple(row for row in _USES if row.use == use for _ in range(row.weight))


def _objects(names: tuple[str, ...]) -> tuple[str, ...]:
    """Languages, which are no nouns, come first."""
    nouns = expand(" ".join(name for name in names if name != "language"))
    return ("language",) * ("language" in names) + nouns


def _frames_by_theme(rows: list[tuple[Frame, tuple[str, ...]]]) -> dict[str, Table[Frame]]:
    """Frames by the theme or noun of their subject; a noun's own frames join its theme's."""
    themes = dict.fromkeys(theme for _, subjects in rows for theme in subjects)
    tables = {}
    for theme in themes:
        inherits = theme in NOUN and theme not in NOUN_TABLES and theme not in HELPLESS
        own = NOUN[theme].theme if inherits else theme
        frames = [frame for frame, subjects in rows if theme in subjects or own in subjects]
        weights = [
            (COMMON_BOOST if frame.verb.base in COMMON else 1) / (rank + 70)
            for rank, frame in enumerate(frames)
        ]
        tables[theme] = Table(frames, weights)
    return tables


def _transitive(row: _TransitiveRow) -> tuple[Frame, tuple[str, ...]]:
    verb = parse_verb(row.english, row.french, *row.options, preposition=row.preposition)
    return Frame(verb, _objects(row.objects)), expand(row.subjects)


def _intransitive(row: _IntransitiveRow) -> tuple[Frame, tuple[str, ...]]:
    verb = parse_verb(row.english, row.french, *row.options)
    return Frame(verb, row.places, row.manners), expand(row.subjects)


def _before_verbs(followed_by: str) -> Table[Verb]:
    return Table(
        [
            parse_verb(row.english, row.french, *row.options, preposition=row.preposition)
            for row in _BEFORE_VERBS
            if row.followed_by == followed_by
        ]
    )


TRANSITIVE = _frames_by_theme(
    [
        _transitive(row)
        for row in read_table("verbs_transitive", _TransitiveRow, ("english", "french", "subjects"))
    ]
)
INTRANSITIVE = _frames_by_theme(
    [
        _intransitive(row)
        for row in read_table("verbs_intransitive", _IntransitiveRow, ("english", "french"))
    ]
)
DITRANSITIVE = Table(
    [
        Frame(parse_verb(row.english, row.french, *row.options), _objects(row.objects))
        for row in read_table("verbs_of_giving", _GivingRow, ("english", "french"))
    ]
)
_BEFORE_VERBS = read_table("verbs_before_verbs", _BeforeVerbRow, ("followed_by", "english"))
CONTROL = _before_verbs("to")  # want to sleep
GERUND = _before_verbs("ing")  # like dancing
