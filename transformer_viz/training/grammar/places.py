"""Where: prepositional phrases of place, and goals of motion."""

from collections.abc import Sequence
from dataclasses import dataclass

from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.names import CITY_TABLE, COUNTRY_TABLE
from transformer_viz.training.grammar.noun_phrases import (
    Setting,
    draw_noun,
    noun_phrase,
    random_adjectives,
)
from transformer_viz.training.grammar.nouns import NOUN, NOUNS_OF, Noun
from transformer_viz.training.grammar.participants import name_phrase, person
from transformer_viz.training.grammar.phrase import Phrase, linked
from transformer_viz.training.grammar.phrasebook import Template, adverbials, spell
from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_lists import word_list
from transformer_viz.training.grammar.word_tables import read_table


@dataclass(frozen=True)
class _PrepositionRow:
    english: str
    french: str
    weight: int


@dataclass(frozen=True)
class _UsualRow:
    theme: str
    places: tuple[str, ...]


SURFACES = Table([NOUN[name] for name in word_list("surfaces")])
UNDER = Table([NOUN[name] for name in word_list("under")])
SHADE = Table([NOUN[name] for name in word_list("shade")])
INSIDE = Table([NOUN[name] for name in word_list("inside")])
WATER = Table([NOUN[name] for name in word_list("water")])
LANDMARKS = word_list("landmarks")
INDOORS = word_list("indoors")
GOALS = Table([noun for noun in NOUNS_OF["place"] if noun.goal])
OBSTACLES = word_list("obstacles")
# The first is drawn twice as often as the others.
AT_HOME = (adverbials("at home")[0], *adverbials("at home"))
TO_SCHOOL = (adverbials("to school")[0], *adverbials("to school"))
(AT_SCHOOL,), (IN_BED,) = adverbials("at school"), adverbials("in bed")
_NEAR = read_table("prepositions", _PrepositionRow, unique=("english",))
NEAR = Table([(row.english, row.french) for row in _NEAR], [row.weight for row in _NEAR])
USUAL_PLACES = {row.theme: row.places for row in read_table("usual_places", _UsualRow, ("theme",))}
ANYWHERE = ("room", "room", "room", "outside", "near", "place", "surface")


def led_by(draw: Draw, english: str, french: str, phrase: Phrase) -> Phrase:
    """A preposition and its phrase."""
    return linked(draw, english, french).followed_by(phrase)._replace(key=phrase.key)


def template_phrase(draw: Draw, template: Template) -> Phrase:
    return Phrase(*spell(draw, template))


def place(draw: Draw, kinds: tuple[str, ...] = ANYWHERE) -> Phrase:
    """A phrase of place of one of these kinds, or in a theme or noun."""
    kind = draw.choose(kinds)
    if kind == "bed":
        return template_phrase(draw, IN_BED)
    if kind == "over":
        noun = NOUN[draw.choose(OBSTACLES)]
        adjectives = random_adjectives(draw, noun, 0.25)
        return led_by(draw, "over", "par-dessus", noun_phrase(draw, noun, "the", False, adjectives))
    if kind == "dwelling":
        noun = NOUN[draw.choose(("house", "house", "village", "castle", "city", "farm"))]
        adjectives = random_adjectives(draw, noun, 0.7)
        return led_by(draw, "in", "dans", noun_phrase(draw, noun, "a", False, adjectives))
    if kind in ("fridge", "bottle", "cup"):
        return led_by(draw, "in", "dans", noun_phrase(draw, NOUN[kind], "the"))
    if kind == "home":
        return template_phrase(draw, draw.choose(AT_HOME))
    if kind == "city":
        return city(draw, "in")
    if kind == "country":
        return country(draw, "in")
    if kind in ("near", "by"):
        return near(draw, LANDMARKS if kind == "near" else INDOORS)
    if kind == "sky":
        return led_by(draw, "in", "dans", noun_phrase(draw, NOUN["sky"], "the"))
    if kind in ("surface", "under", "inside", "water", "shade"):
        return _at_thing(draw, kind)
    if kind in NOUN:
        return at_place(draw, NOUN[kind])
    if kind == "place" and draw.chance(0.15):
        return template_phrase(draw, AT_SCHOOL)
    return at_place(draw, draw_noun(draw, (kind,)))


def _at_thing(draw: Draw, kind: str) -> Phrase:
    tables = {"surface": SURFACES, "under": UNDER, "shade": SHADE, "inside": INSIDE, "water": WATER}
    prepositions = {
        "surface": ("on", "sur"),
        "under": ("under", "sous"),
        "shade": ("under", "sous"),
        "inside": ("in", "dans"),
        "water": ("in", "dans"),
    }
    noun = draw.pick(tables[kind])
    adjectives = random_adjectives(draw, noun, 0.22)
    determiner = "the" if draw.chance(0.85) else draw.choose(("a", "my", "his", "her", "this"))
    phrase = noun_phrase(draw, noun, determiner, False, adjectives)
    return led_by(draw, *prepositions[kind], phrase)


def at_place(draw: Draw, noun: Noun) -> Phrase:
    """In the kitchen, at the market: with the preposition that the noun asks for."""
    english, french = noun.place or ("in", "dans")
    adjectives = random_adjectives(draw, noun, 0.15)
    owned = noun.theme == "room" and draw.chance(0.15)
    phrase = noun_phrase(draw, noun, "my" if owned else "the", False, adjectives)
    return led_by(draw, english, french, phrase)


def near(draw: Draw, landmarks: Sequence[str]) -> Phrase:
    """Behind the house, next to the door."""
    english, french = draw.pick(NEAR)
    noun = NOUN[draw.choose(landmarks)]
    adjectives = random_adjectives(draw, noun, 0.2)
    owned = noun.english[0] in ("house", "car", "window") and draw.chance(0.3)
    determiner = draw.choose(("my", "your", "our")) if owned else "the"
    phrase = noun_phrase(draw, noun, determiner, False, adjectives)
    return led_by(draw, english, french, phrase)


def city(draw: Draw, english: str) -> Phrase:
    """In or to Paris: à Paris; from Paris: de Paris."""
    name = linked(draw, *draw.pick(CITY_TABLE))
    return led_by(draw, english, "de" if english == "from" else "à", name)


def country(draw: Draw, english: str) -> Phrase:
    """In or to France: en France, au Canada; from: de France, du Canada."""
    english_name, french_name, gender = draw.pick(COUNTRY_TABLE)
    name = linked(draw, english_name, french_name)
    if gender == "f":
        return led_by(draw, english, "de" if english == "from" else "en", name)
    article = Word("le", 0, (name.key,), article=True)
    name = name._replace(french=[article, *name.french])
    return led_by(draw, english, "de" if english == "from" else "à", name)


def goal(draw: Draw) -> Phrase:
    """To the market, to Paris, to school, home."""
    if draw.chance(0.14):
        return city(draw, "to")
    if draw.chance(0.1):
        return country(draw, "to")
    if draw.chance(0.22):
        return template_phrase(draw, draw.choose(TO_SCHOOL))
    noun = draw.pick(GOALS)
    return led_by(draw, "to", "à", noun_phrase(draw, noun, "the"))


def origin(draw: Draw) -> Phrase:
    """From London, from the market."""
    if draw.chance(0.35):
        return city(draw, "from")
    if draw.chance(0.35):
        return country(draw, "from")
    return led_by(draw, "from", "de", noun_phrase(draw, draw.pick(GOALS), "the"))


def companion(draw: Draw, possessive: str = "") -> Phrase:
    """With my brother, without Anna, for the teacher."""
    english, french = draw.choose((("with", "avec"), ("with", "avec"), ("without", "sans")))
    somebody = (
        name_phrase(draw) if draw.name_share > 1 else person(draw, Setting(owner=possessive), False)
    )
    return led_by(draw, english, french, somebody)


def around(draw: Draw, theme: str) -> Phrase:
    """A place where a subject of this theme may be found."""
    return place(draw, USUAL_PLACES.get(theme, ANYWHERE))
