"""Noun phrases: determiner, adjectives and noun, agreeing in both languages."""

from typing import NamedTuple

from transformer_viz.training.grammar.adjectives import (
    BEFORE_VOWEL,
    BESIDE_NOUN,
    Adjective,
    adjective_form,
)
from transformer_viz.training.grammar.draw import Draw, Table, invented_noun
from transformer_viz.training.grammar.french import starts_with_vowel
from transformer_viz.training.grammar.nouns import NOUN, NOUN_TABLES, Noun
from transformer_viz.training.grammar.numbers import english_number, french_number
from transformer_viz.training.grammar.phrase import Phrase, linked
from transformer_viz.training.grammar.small_words import POSSESSIVE_TABLE, POSSESSIVES
from transformer_viz.training.grammar.word import Word, spread
from transformer_viz.training.grammar.word_lists import word_list


class Setting(NamedTuple):
    """What a noun phrase must know of its surroundings.

    Attributes:
        negated: direct object of a negated verb (un → de).
        after_de: behind the preposition de (des, du → nothing).
        owner: the possessive that points to the subject, preferred.
        single: no "Tom and Anna", before which French would repeat its preposition.
        definite: somebody or something known.
        generic: all of a kind ("likes cats" is "aime les chats").
        subject: of its clause, where a bare plural is all of a kind ("Les oiseaux chantent").
    """

    negated: bool = False
    after_de: bool = False
    owner: str = ""
    single: bool = False
    definite: bool = False
    generic: bool = False
    subject: bool = False


PLAIN = Setting()
KNOWN = Setting(definite=True)
SINGULAR: Table[str] = Table(("the", "a", "possessive", "this", "that"), (40, 26, 18, 6, 3))
PLURAL: Table[str] = Table(
    ("the", "bare", "possessive", "number", "these", "some", "many", "digits", "a few", "a lot of",
     "those", "several", "all the"),
    (30, 20, 14, 10, 5, 5, 5, 5, 3, 3, 2, 2, 2),
)  # fmt: skip
MASS: Table[str] = Table(
    ("bare", "the", "some", "possessive", "a lot of", "this"), (38, 34, 12, 8, 4, 3)
)
SMALL_NUMBERS = Table((2, 3, 4, 5, 10, 6, 8, 7, 12, 20, 9, 100))
OWNED_PEOPLE = word_list("owned people")
NOT_OWNED = word_list("not owned")
UNSPECIFIC = ("a", "bare", "some", "a lot of", "many", "several", "a few")
DEFINITE = ("the", "possessive", "this", "that", "these", "those")
# "Study history" is "étudier l'histoire".
ABSTRACT = word_list("abstract")
QUANTITIES = {"every": "chaque", "several": "plusieurs", "a few": "quelques", "many": "beaucoup de"}
PARTITIVES = ("bare", "some", "any")


def draw_noun(draw: Draw, names: tuple[str, ...]) -> Noun:
    """A noun of one of these themes, or one of these nouns."""
    name = draw.choose(names)
    noun = draw.pick(NOUN_TABLES[name]) if name in NOUN_TABLES else NOUN[name]
    if draw.invents_noun and not draw.invented and noun.theme != "kin":
        word = invented_noun(draw.rng)
        draw.invented += [word, word + "s"]
        return Noun((word,), (word + "s",), (word,), (word + "s",), "m", noun.theme)
    return noun


def noun_phrase(
    draw: Draw,
    noun: Noun,
    determiner: str,
    plural: bool = False,
    adjectives: tuple[Adjective, ...] = (),
    setting: Setting = PLAIN,
) -> Phrase:
    """The phrase for one noun; `determiner` is an English one, or bare, generic, digits …"""
    plural = plural or noun.always_plural
    key = draw.key()
    feminine = noun.gender == "f"
    english = spread(noun.english_plural if plural else noun.english, key, head=-1)
    french = spread(noun.french_plural if plural else noun.french, key, head=0)
    before = False
    for adjective in reversed(adjectives):
        adjective_key = draw.key()
        english.insert(0, Word(adjective.english, adjective_key))
        form = adjective_form(adjective, feminine, plural)
        if adjective.before:
            if not plural and starts_with_vowel(french[0].text):
                form = BEFORE_VOWEL.get(form, form)
            french.insert(0, Word(form, adjective_key))
            before = True
        else:
            french.append(Word(form, adjective_key))
    shape = _Shape(feminine, plural, noun.mass, before, starts_with_vowel(french[0].text), key)
    determiner_english, determiner_french = _determine(draw, determiner, shape, setting)
    return Phrase(
        [*determiner_english, *english],
        [*determiner_french, *french],
        4 if plural else 2,
        noun.gender,
        plural,
        "noun",
        noun.theme,
        key,
        "_".join(noun.english),
    )


def agreeing(draw: Draw, adjective: Adjective, subject: Phrase) -> Phrase:
    """An adjective on its own, said of the subject."""
    form = adjective_form(adjective, subject.gender == "f", subject.plural)
    return linked(draw, adjective.english, form)


class _Shape(NamedTuple):
    feminine: bool
    plural: bool
    mass: bool
    adjective_first: bool
    vowel: bool
    key: int  # of the noun, for articles without English counterpart

    def article(self, key: int, also: tuple[int, ...] = ()) -> Word:
        text = "les" if self.plural else "la" if self.feminine else "le"
        return Word(text, key, also, article=True)


def _determine(
    draw: Draw, determiner: str, shape: _Shape, setting: Setting
) -> tuple[list[Word], list[Word]]:
    if determiner == "generic":
        return [], [shape.article(0, (shape.key,))]
    key = draw.key()
    if determiner == "the":
        return [Word("the", key)], [shape.article(key)]
    if determiner == "all the":
        all_key = draw.key()
        form = "toutes" if shape.feminine else "tous"
        return [Word("all", all_key), Word("the", key)], [Word(form, all_key), shape.article(key)]
    if determiner in PARTITIVES:
        return _partitive(determiner, key, shape, setting)
    if determiner in ("a", "no"):
        if setting.negated:
            return [Word(determiner, key)], [Word("de", key)]
        return [Word(determiner, key)], [Word("une" if shape.feminine else "un", key)]
    if determiner in ("number", "digits"):
        return _number(draw, determiner, key, shape)
    if determiner in POSSESSIVES:
        return [Word(determiner, key)], [Word(_possessive(determiner, shape), key)]
    if determiner in ("this", "that", "these", "those"):
        return [Word(determiner, key)], [Word(_demonstrative(shape), key)]
    return _quantity(draw, determiner, key)


def _partitive(
    determiner: str, key: int, shape: _Shape, setting: Setting
) -> tuple[list[Word], list[Word]]:
    """Some bread: du pain; some apples: des pommes; without "some", the noun may be linked."""
    english = [] if determiner == "bare" else [Word(determiner, key)]
    sure, also = (0, (shape.key,)) if determiner == "bare" else (key, ())
    if setting.after_de:
        return english, []
    if setting.negated:
        return english, [Word("de", sure, also)]
    if shape.plural:
        return english, [Word("de" if shape.adjective_first else "des", sure, also)]
    return english, [Word("de", sure, also), shape.article(0, (*also, key))]


def _number(draw: Draw, determiner: str, key: int, shape: _Shape) -> tuple[list[Word], list[Word]]:
    if determiner == "digits":
        number = draw.pick(SMALL_NUMBERS) if draw.chance(0.4) else random_number(draw)
        return [Word(str(number), key)], [Word(str(number), key)]
    number = draw.pick(SMALL_NUMBERS)
    if draw.chance(0.4):
        number = 21 + int(draw.rng.random() * 79)
    if number == 100:
        hundred = draw.key()
        return [Word("a", hundred), Word("hundred", key)], [Word("cent", key, (hundred,))]
    french = spread(french_number(number, shape.feminine).split(), key)
    return [Word(english_number(number), key)], french


def random_number(draw: Draw) -> int:
    """A number of one to four digits, at least 2."""
    return max(2, int(draw.rng.random() * draw.choose((10, 100, 100, 1000, 10000))))


def _possessive(determiner: str, shape: _Shape) -> str:
    masculine, feminine, plural = POSSESSIVES[determiner]
    if shape.plural:
        return plural
    return feminine if shape.feminine and not shape.vowel else masculine


def _demonstrative(shape: _Shape) -> str:
    if shape.plural:
        return "ces"
    if shape.feminine:
        return "cette"
    return "cet" if shape.vowel else "ce"


def _quantity(draw: Draw, determiner: str, key: int) -> tuple[list[Word], list[Word]]:
    if determiner in QUANTITIES:
        return linked(draw, determiner, QUANTITIES[determiner])[:2]
    if determiner == "a lot of":
        of_key = draw.key()
        english = [Word("a", 0, (key,)), Word("lot", key), Word("of", of_key)]
        return english, [Word("beaucoup", key), Word("de", of_key)]
    raise ValueError(f"unknown determiner: {determiner}")


def adjective_table(noun: Noun) -> Table[Adjective]:
    """What is said of this noun, or of its theme."""
    return BESIDE_NOUN.get("_".join(noun.english)) or BESIDE_NOUN[noun.theme]


def random_adjectives(draw: Draw, noun: Noun, share: float = 0.37) -> tuple[Adjective, ...]:
    """None, one or two adjectives that suit the noun (two: one on each side in French)."""
    if not draw.chance(share):
        return ()
    table = adjective_table(noun)
    first = draw.pick(table)
    if first.before and draw.chance(0.2):
        second = draw.pick(table)
        if not second.before and second.english != first.english:
            return (first, second)
    return (first,)


def random_determiner(draw: Draw, noun: Noun, plural: bool, setting: Setting) -> str:
    if noun.theme == "kin":
        return _random_possessive(draw, setting)
    table = PLURAL if plural else MASS if noun.mass else SINGULAR
    determiner = draw.pick(table)
    if setting.definite and determiner not in DEFINITE:
        determiner = "the"
    if setting.generic and determiner in UNSPECIFIC:
        return "generic" if plural or noun.mass else "the"
    if determiner == "bare" and plural and setting.subject:
        return "generic"
    if noun.english[0] in ABSTRACT and determiner in ("bare", "some", "a lot of"):
        return "generic"
    if determiner == "possessive" and not can_be_owned(noun):
        determiner = "the"
    if determiner == "possessive":
        return _random_possessive(draw, setting)
    if determiner == "some" and setting.negated:
        return "any"
    return determiner


def may_be_plural(noun: Noun) -> bool:
    return not noun.mass and not noun.single


def can_be_owned(noun: Noun) -> bool:
    """My teacher and my dog, but not my king, my tiger or my bridge."""
    if noun.theme in ("people", "job"):
        return noun.english[0] in OWNED_PEOPLE
    return noun.theme not in NOT_OWNED


def _random_possessive(draw: Draw, setting: Setting) -> str:
    if setting.owner and draw.chance(0.65):
        return setting.owner
    return draw.pick(POSSESSIVE_TABLE)


def described(
    draw: Draw, noun: Noun, setting: Setting = PLAIN, plural_share: float = 0.28
) -> Phrase:
    """A phrase for this noun with a likely determiner, number and adjectives."""
    share = 0.15 if noun.theme == "kin" else plural_share
    if noun.theme == "pair" or noun.english == ("people",):
        share = 0.85
    plural = may_be_plural(noun) and draw.chance(share)
    determiner = random_determiner(draw, noun, plural, setting)
    adjective_share = 0.12 if noun.theme == "kin" else 0.37
    adjectives = random_adjectives(draw, noun, adjective_share)
    return noun_phrase(draw, noun, determiner, plural, adjectives, setting)
