"""Who and what: subjects, objects, owners, names, pronouns."""

from transformer_viz.training.grammar.draw import Draw, Table, invented_name
from transformer_viz.training.grammar.names import FIRST_NAMES, LANGUAGE_TABLE, RARE_NAMES
from transformer_viz.training.grammar.noun_phrases import (
    PLAIN,
    Setting,
    described,
    draw_noun,
    may_be_plural,
    noun_phrase,
    random_adjectives,
)
from transformer_viz.training.grammar.nouns import expand
from transformer_viz.training.grammar.phrase import Phrase, in_a_row, linked
from transformer_viz.training.grammar.small_words import POSSESSIVE_TABLE, SUBJECT_PRONOUNS, Pronoun
from transformer_viz.training.grammar.word import Word

PEOPLE = ("people", "kin", "job")
PERSONS = expand("people people people job job")
ANIMALS = expand("animal")
OWNERS = Table(("name", "kin", "job"), (50, 30, 20))
PERSON_KINDS = Table(("pronoun", "kin", "people", "couple", "everyone"), (45, 17, 33, 3, 2))
OWN_POSSESSIVE = {(2, "m"): "his", (2, "f"): "her", (4, "m"): "their", (4, "f"): "their"}


def pronoun_phrase(draw: Draw, pronoun: Pronoun) -> Phrase:
    return linked(draw, pronoun.english, pronoun.french)._replace(
        person=pronoun.person,
        gender=pronoun.gender,
        plural=pronoun.plural,
        kind="pronoun",
        theme="people",
    )


def it_phrase(draw: Draw, gender: str = "m", theme: str = "pet") -> Phrase:
    """The pronoun "it" for a thing or animal of this French gender."""
    it = linked(draw, "it", "elle" if gender == "f" else "il")
    return it._replace(gender=gender, kind="it", theme=theme)


def name_phrase(draw: Draw) -> Phrase:
    """A person's name; an invented one in -a counts as feminine."""
    if draw.invents_names:
        name, gender = _unknown_name(draw)
        draw.invented.append(name)
    else:
        name, gender = draw.pick(FIRST_NAMES)
    return linked(draw, name, name)._replace(gender=gender, kind="name", theme="people")


def _unknown_name(draw: Draw) -> tuple[str, str]:
    if draw.chance(draw.real_share):
        gender = draw.choose(("m", "f"))
        return draw.choose(RARE_NAMES[gender]), gender
    name = invented_name(draw.rng)
    return name, "f" if name.endswith("a") else "m"


def _everyone(draw: Draw) -> Phrase:
    who = draw.choose((("everyone", "tout le monde"), ("someone", "quelqu'un")))
    return linked(draw, *who)._replace(kind="someone", theme="people")


def both(draw: Draw, first: Phrase, second: Phrase) -> Phrase:
    """Two phrases joined by "and"; masculine unless both are feminine."""
    gender = "f" if first.gender == second.gender == "f" else "m"
    pair = in_a_row(first, linked(draw, "and", "et"), second)
    return pair._replace(person=4, gender=gender, plural=True, kind="noun")


def person(draw: Draw, setting: Setting = PLAIN, pronouns: bool = True) -> Phrase:
    """A person as a subject, or, without pronouns, in any role."""
    if draw.chance(0.2 * draw.name_share):
        return name_phrase(draw)
    kind = draw.pick(PERSON_KINDS)
    if kind == "pronoun" and pronouns:
        return pronoun_phrase(draw, draw.pick(SUBJECT_PRONOUNS))
    if kind == "kin":
        return kin(draw, setting)
    if kind == "couple" and not setting.single:
        return both(draw, name_phrase(draw), draw.choose((name_phrase, kin))(draw))
    if kind == "everyone" and pronouns:
        return _everyone(draw)
    return described(
        draw, draw_noun(draw, PERSONS), setting._replace(owner="", subject=pronouns), 0.2
    )


def kin(draw: Draw, setting: Setting = PLAIN) -> Phrase:
    noun = draw_noun(draw, ("kin",))
    if draw.chance(0.12):
        return genitive(draw, name_phrase(draw), ("kin",))
    return described(draw, noun, setting)


def animal(draw: Draw) -> Phrase:
    if draw.chance(0.1):
        return it_phrase(draw)
    if draw.chance(0.06):
        return genitive(draw, owner(draw), ("pet",))
    return described(draw, draw_noun(draw, ANIMALS), Setting(subject=True), 0.22)


def owner(draw: Draw) -> Phrase:
    """Somebody who has something: a name, a relative or the bearer of a profession."""
    if draw.name_share > 1:
        return name_phrase(draw)
    kind = draw.pick(OWNERS)
    if kind == "name":
        return name_phrase(draw)
    if kind == "kin":
        return noun_phrase(draw, draw_noun(draw, ("kin",)), draw.pick(POSSESSIVE_TABLE))
    return noun_phrase(draw, draw_noun(draw, ("job", "people")), "the")


def genitive(draw: Draw, possessor: Phrase, names: tuple[str, ...]) -> Phrase:
    """Mary's cat: le chat de Mary."""
    noun = draw_noun(draw, names)
    plural = may_be_plural(noun) and noun.theme != "kin" and draw.chance(0.2)
    adjectives = random_adjectives(draw, noun, 0.15)
    thing = noun_phrase(draw, noun, "generic", plural, adjectives)
    key = draw.key()
    article, *rest = thing.french
    linked = article._replace(also=(*article.also, key))
    return thing._replace(
        english=[*possessor.english, Word("'s", key), *thing.english],
        french=[linked, *rest, Word("de", key), *possessor.french],
    )


def thing(draw: Draw, names: tuple[str, ...], setting: Setting = PLAIN) -> Phrase:
    """An object drawn from themes or nouns, sometimes with its owner."""
    noun_names = (draw.choose(names),)
    if noun_names == ("language",):
        return language(draw)
    is_person = noun_names[0] in PERSONS or noun_names == ("kin",)
    if is_person and not draw.chance(0.7):
        return person(draw, setting, pronouns=False)
    if draw.chance(0.05 * draw.name_share) and noun_names[0] not in ("people", "job", "kin"):
        return genitive(draw, owner(draw), noun_names)
    return described(draw, draw_noun(draw, noun_names), setting)


def language(draw: Draw, article: bool = True) -> Phrase:
    """French: le français; without article after "parler"."""
    name = linked(draw, *draw.pick(LANGUAGE_TABLE))._replace(kind="name", theme="language")
    if not article:
        return name
    return name._replace(french=[Word("le", 0, (name.key,), article=True), *name.french])


def own_possessive(subject: Phrase) -> str:
    """The possessive that points back to a subject, or "" for no preference."""
    if subject.kind == "pronoun":
        return {"I": "my", "you": "your", "we": "our"}.get(
            subject.english[0].text, OWN_POSSESSIVE.get((subject.person, subject.gender), "")
        )
    if subject.kind == "someone" or subject.theme not in PEOPLE:
        return ""
    return OWN_POSSESSIVE[(subject.person, subject.gender)]


def object_pronoun(draw: Draw, pronoun: Pronoun, indirect: bool = False) -> tuple[Word, Word]:
    """The English object pronoun and the French clitic."""
    key = draw.key()
    clitic = pronoun.indirect if indirect else pronoun.direct
    return Word(pronoun.object_english, key), Word(clitic, key)


def living_subject(draw: Draw) -> Phrase:
    return person(draw) if draw.chance(0.74) else animal(draw)
