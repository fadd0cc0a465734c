"""The word tables, parsed: nouns by theme and group, adjectives, verbs."""

from functools import cache
from typing import NamedTuple

from transformer_viz.training.grammar import (
    english,
    french,
    lexicon_adjectives,
    lexicon_food,
    lexicon_people,
    lexicon_places,
    lexicon_things,
    lexicon_verbs,
)
from transformer_viz.training.grammar.conjugation import split_reflexive
from transformer_viz.training.grammar.draw import Table


class Noun(NamedTuple):
    """A noun in both languages; forms are tuples of words ("ice cream", "pomme de terre")."""

    english: tuple[str, ...]
    english_plural: tuple[str, ...]
    french: tuple[str, ...]
    french_plural: tuple[str, ...]
    gender: str
    theme: str
    mass: bool = False
    always_plural: bool = False
    feminine: str = ""
    place: tuple[str, str] | None = None  # English and French prepositions of place
    goal: bool = False  # "to the market" is "au marché"
    single: bool = False  # never said in the plural here


class Adjective(NamedTuple):
    english: str
    masculine: str
    feminine: str
    before: bool


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
        return self.reflexive or self.french in lexicon_verbs.WITH_ETRE


class Frame(NamedTuple):
    """A verb with what may be its object, or its places and manners."""

    verb: Verb
    objects: tuple[str, ...]
    manners: tuple[str, ...] = ()


THEMES = {
    "people": lexicon_people.PEOPLE,
    "kin": lexicon_people.KIN,
    "job": lexicon_people.JOBS,
    "pet": lexicon_people.PETS,
    "farm": lexicon_people.FARM,
    "wild": lexicon_people.WILD,
    "bird": lexicon_people.BIRDS,
    "sea_animal": lexicon_people.SEA_ANIMALS,
    "insect": lexicon_people.INSECTS,
    "fruit": lexicon_food.FRUIT,
    "dish": lexicon_food.DISHES,
    "staple": lexicon_food.STAPLES,
    "drink": lexicon_food.DRINKS,
    "furniture": lexicon_things.FURNITURE,
    "house_part": lexicon_things.HOUSE_PARTS,
    "container": lexicon_things.CONTAINERS,
    "object": lexicon_things.OBJECTS,
    "clothes": lexicon_things.CLOTHES,
    "pair": lexicon_things.PAIRS,
    "device": lexicon_things.DEVICES,
    "text": lexicon_things.TEXTS,
    "idea": lexicon_things.IDEAS,
    "vehicle": lexicon_things.VEHICLES,
    "room": lexicon_places.ROOMS,
    "place": lexicon_places.PLACES,
    "outside": lexicon_places.OUTSIDE,
    "nature": lexicon_things.NATURE,
    "light": lexicon_things.SKY,
    "body": lexicon_things.BODY,
    "topic": lexicon_things.TOPICS,
    "music": lexicon_things.MUSIC,
    "instrument": lexicon_things.INSTRUMENTS,
    "sport": lexicon_things.SPORTS,
    "matter": lexicon_things.MATTER,
    "meal": lexicon_food.MEALS,
}
# Groups of groups; a noun is drawn by its group first, each as likely, earlier ones repeated.
GROUPS = {
    "person": "people people kin kin job",
    "animal": "pet pet pet farm wild bird",
    "food": "fruit fruit dish staple staple",
    "drinks": "drink",
    "thing": "object object furniture container clothes device",
    "readable": "book book letter story newspaper message text poem page",
    "writable": "letter book story sentence word message poem",
    "hearable": "music radio story song",
}
NEVER_PLURAL = ("place", "room", "meal", "light", "music", "instrument")
COMMON = ("eat", "like", "see", "have", "drink", "want", "go", "sleep", "work", "live", "read")
COMMON_BOOST = 3
HELPLESS = ("baby",)  # does only what is said of it by name
PLACE_OPTIONS = ("in", "at", "on")


def _forms(word: str) -> tuple[str, ...]:
    return tuple(word.split("_"))


def _options(fields: list[str]) -> dict[str, str]:
    return {name: value for name, _, value in (field.partition("=") for field in fields)}


def _parse_noun(line: str, theme: str) -> Noun:
    english_word, french_word, gender, *fields = line.split()
    options = _options(fields)
    english_forms, french_forms = _forms(english_word), _forms(french_word)
    english_plural = options.get("en", english.plural(english_word))
    french_plural = options.get("fr", french.plural(french_word))
    place = next(((p, options[p]) for p in PLACE_OPTIONS if p in options), None)
    return Noun(
        english=english_forms,
        english_plural=_forms(english_plural),
        french=french_forms,
        french_plural=_forms(french_plural),
        gender=gender[0],
        theme=theme,
        mass="mass" in options,
        always_plural=gender.endswith("p"),
        feminine=options.get("f", ""),
        place=place,
        goal="to" in options,
        single="single" in options or theme in NEVER_PLURAL,
    )


def _parse_theme(theme: str, text: str) -> list[Noun]:
    return [_parse_noun(line, theme) for line in text.strip().splitlines()]


NOUNS_OF = {theme: _parse_theme(theme, text) for theme, text in THEMES.items()}
NOUN = {"_".join(noun.english): noun for nouns in NOUNS_OF.values() for noun in nouns}
NOUN_TABLES = {theme: Table(nouns) for theme, nouns in NOUNS_OF.items()}


@cache
def expand(groups: str) -> tuple[str, ...]:
    """Themes and single nouns behind a list of group names.

    Raises:
        KeyError: a name is neither a group, a theme nor a noun.
    """
    expanded: list[str] = []
    for name in groups.split():
        if name in GROUPS:
            expanded += expand(GROUPS[name])
        elif name in NOUN_TABLES or name in NOUN:
            expanded.append(name)
        else:
            raise KeyError(f"no group, theme or noun is called {name!r}")
    return tuple(expanded)


def _parse_adjective(line: str) -> tuple[str, Adjective]:
    english_word, masculine, *rest = line.split()
    before = "before" in rest
    forms = [word for word in rest if word != "before"]
    feminine = forms[0] if forms else french.feminine(masculine)
    return english_word, Adjective(english_word, masculine, feminine, before)


ADJECTIVE = dict(
    _parse_adjective(line) for line in lexicon_adjectives.ADJECTIVES.strip().splitlines()
)


def _adjective_tables(said: dict[str, str]) -> dict[str, Table[Adjective]]:
    return {
        theme: Table([ADJECTIVE[word] for word in words.split()]) for theme, words in said.items()
    }


BESIDE_NOUN = _adjective_tables(lexicon_adjectives.SAID_OF)
AFTER_BE = _adjective_tables(lexicon_adjectives.SAID_AFTER_BE)
COMPARED = _adjective_tables(lexicon_adjectives.COMPARED)


def parse_verb(forms: str, french_verb: str, options: str = "") -> Verb:
    """A verb from its English principal parts and its French infinitive."""
    base_text, *irregular = forms.split()
    base, *particle = base_text.split("+")
    past, participle = irregular or (english.past(base), english.past(base))
    infinitive, reflexive = split_reflexive(french_verb)
    infinitive, _, complement = infinitive.partition(" ")
    flags = options.split()
    preposition = next((flag for flag in flags if flag in ("à", "de")), "")
    return Verb(
        base,
        past,
        participle,
        tuple(particle),
        infinitive,
        reflexive,
        complement,
        preposition,
        frozenset(flag for flag in flags if flag not in ("à", "de")),
    )


def _fields(line: str, count: int) -> list[str]:
    fields = [field.strip() for field in line.split(";")]
    return fields + [""] * (count - len(fields))


def _frames_by_theme(
    rows: list[tuple[Frame, tuple[str, ...]]],
) -> dict[str, Table[Frame]]:
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


def _transitive(line: str) -> tuple[Frame, tuple[str, ...]]:
    forms, french_verb, subjects, objects, options = _fields(line, 5)
    verb = parse_verb(forms, french_verb, options)
    if objects == "language":
        return Frame(verb, ("language",)), expand(subjects)
    names = [name for name in objects.split() if name != "language"]
    themes = expand(" ".join(names))
    return Frame(verb, ("language",) * ("language" in objects.split()) + themes), expand(subjects)


def _intransitive(line: str) -> tuple[Frame, tuple[str, ...]]:
    forms, french_verb, subjects, places, manners, options = _fields(line, 6)
    frame = Frame(
        parse_verb(forms, french_verb, options), tuple(places.split()), tuple(manners.split())
    )
    return frame, expand(subjects)


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


TRANSITIVE_ROWS = [_transitive(line) for line in _lines(lexicon_verbs.TRANSITIVE)]
INTRANSITIVE_ROWS = [_intransitive(line) for line in _lines(lexicon_verbs.INTRANSITIVE)]
TRANSITIVE = _frames_by_theme(TRANSITIVE_ROWS)
INTRANSITIVE = _frames_by_theme(INTRANSITIVE_ROWS)


def _ditransitive(line: str) -> Frame:
    forms, french_verb, objects, options = _fields(line, 4)
    names = " ".join(name for name in objects.split() if name != "language")
    languages = ("language",) * ("language" in objects.split())
    return Frame(parse_verb(forms, french_verb, options), languages + expand(names))


def _control(line: str) -> Verb:
    forms, french_verb, preposition, options = _fields(line, 4)
    return parse_verb(forms, french_verb, f"{preposition} {options}")


DITRANSITIVE = Table([_ditransitive(line) for line in _lines(lexicon_verbs.DITRANSITIVE)])
CONTROL = Table([_control(line) for line in _lines(lexicon_verbs.CONTROL)])
GERUND = Table([_control(line) for line in _lines(lexicon_verbs.GERUND)])
