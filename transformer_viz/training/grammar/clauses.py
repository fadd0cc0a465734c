"""Clauses: a subject and an action in a tense, affirmed, negated or asked, in both languages."""

from collections.abc import Sequence
from typing import NamedTuple

from transformer_viz.training.grammar import english
from transformer_viz.training.grammar.conjugation import REFLEXIVE, conjugate, participle
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.verbs import Verb, parse_verb
from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_lists import word_list

BE = parse_verb("be", "être", "state")
AM = ("am", "are", "is", "are", "are")
WAS = ("was", "were", "was", "were", "were")
TENSES = Table(
    ("present", "past", "progressive", "future", "can", "perfect", "going", "past progressive",
     "must", "should"),
    (31, 25, 17, 9, 5, 4, 4, 3, 2, 2),
)  # fmt: skip
# Tense: French auxiliary and its tense; the main verb is an infinitive.
WITH_INFINITIVE = {
    "going": ("aller", "present"),
    "can": ("pouvoir", "present"),
    "must": ("devoir", "present"),
    "should": ("devoir", "conditionnel"),
}
SIMPLE_TENSES = {
    "present": "present",
    "progressive": "present",
    "past progressive": "imparfait",
    "future": "futur",
    "imperative": "imperative",
}
# Participles unlike the past are learned only when they are common.
WELL_KNOWN = word_list("common participles")
NEGATIONS = {"not": "pas", "never": "jamais"}


class Action(NamedTuple):
    """A verb with what follows it, apart from its subject and tense.

    `clitic` is a French object pronoun, before the verb; `agreement` its (gender, plural) when it
    is a direct object; `adverb` stands before the English verb and after the French finite verb;
    `manner` is a French adverb that stands before a participle.
    """

    verb: Verb
    english: Sequence[Word] = ()
    french: Sequence[Word] = ()
    clitic: Word | None = None
    agreement: tuple[str, bool] | None = None
    adverb: tuple[Word, Word] | None = None
    manner: tuple[Word, ...] = ()


class _Keys(NamedTuple):
    verb: int
    auxiliary: int
    negation: int
    going: int


def with_phrase(verb: Verb, phrase: Phrase) -> Action:
    """The verb with what follows it."""
    return Action(verb, phrase.english, phrase.french)


def being(phrase: Phrase) -> Action:
    """To be, with what follows it."""
    return with_phrase(BE, phrase)


def fitting_tense(draw: Draw, verb: Verb, tense: str) -> str:
    """The drawn tense, or a near one that the verb allows."""
    options = verb.options
    if "state" in options and tense in ("can", "perfect", "going", "must", "should"):
        return "present"
    if ("state" in options or "simple" in options) and tense == "progressive":
        return "present"
    if ("state" in options or "simple" in options) and tense == "past progressive":
        return "past"
    if tense == "perfect" and verb.past != verb.participle and verb.participle not in WELL_KNOWN:
        return "past"
    if "state" in options and tense == "future":
        return "present" if draw.chance(0.6) else "future"
    if "nopast" in options and tense in ("past", "perfect"):
        return draw.choose(("present", "future", "progressive"))
    return tense


def clause(
    draw: Draw,
    subject: Phrase,
    action: Action,
    tense: str = "present",
    polarity: str = "yes",
    asked: bool = False,
) -> Phrase:
    """A statement, or with `asked` a question with "Est-ce que"; no final mark.

    Args:
        polarity: yes, not, never, or nobody (French "ne" alone, for "Personne ne …").
    """
    keys = _Keys(draw.key(), draw.key(), draw.key(), draw.key())
    front, middle = _english_group(subject, action, tense, polarity, asked, keys)
    group = _french_group(subject, action, tense, polarity, keys, bool(front))
    if asked:
        also = (keys.verb,) if action.verb.base == "be" else (keys.auxiliary,)
        opening = [Word("est", 0, also), Word("-ce", 0, also), Word("que", 0, also)]
        return Phrase(
            [*front, *subject.english, *middle, *action.english],
            [*opening, *subject.french, *group, *action.french],
        )
    return Phrase(
        [*subject.english, *front, *middle, *action.english],
        [*subject.french, *group, *action.french],
    )


def order(draw: Draw, action: Action, person: int, polarity: str = "yes") -> Phrase:
    """An imperative for tu (person 1) or nous (person 3, "let us")."""
    keys = _Keys(draw.key(), draw.key(), draw.key(), draw.key())
    subject = Phrase([], [], person, "m", person == 3)
    front, middle = _english_group(subject, action, "imperative", polarity, False, keys)
    group = _french_group(subject, action, "imperative", polarity, keys, bool(front))
    also = (keys.verb,)
    let = [Word("let", 0, also), Word("us", 0, also)] if person == 3 else []
    return Phrase([*let, *front, *middle, *action.english], [*group, *action.french])


def infinitive(draw: Draw, subject: Phrase, action: Action, gerund: bool = False) -> Phrase:
    """The bare infinitive (English without "to") that shares the subject of another verb."""
    key = draw.key()
    verb = action.verb
    form = english.gerund(verb.base) if gerund else verb.base
    particle = [Word(text, 0, (key,)) for text in verb.particle]
    return Phrase(
        [Word(form, key), *particle, *action.english],
        [*_infinitive_group(subject, action, key), *action.french],
    )


def _english_group(
    subject: Phrase, action: Action, tense: str, polarity: str, asked: bool, keys: _Keys
) -> tuple[list[Word], list[Word]]:
    """The English auxiliary, which a question moves to its front, and the words after it."""
    verb = action.verb
    if polarity == "not":
        negation = [Word("not", keys.negation)]
    elif polarity == "never":
        negation = [Word("never", keys.negation)]
    else:
        negation = []
    if action.adverb:
        negation = [*negation, action.adverb[0]]
    particle = [Word(text, 0, (keys.verb,)) for text in verb.particle]
    if verb.base == "be" and tense in ("present", "past"):
        form = (AM if tense == "present" else WAS)[subject.person]
        return [Word(form, keys.verb)], negation
    plain = polarity != "not" and not asked
    if plain and tense in ("present", "past", "imperative"):
        return [], [*negation, Word(_finite(verb, tense, subject), keys.verb), *particle]
    auxiliary, form = _auxiliary(verb, tense, subject.person)
    if auxiliary == "can" and polarity == "not":
        cannot = Word("cannot", keys.auxiliary, (keys.negation,))
        return [cannot], [*negation[1:], Word(form, keys.verb), *particle]
    going = []
    if tense == "going":
        going = [Word("going", keys.going), Word("to", 0, (keys.verb,))]
    front = Word(auxiliary, keys.auxiliary, (keys.going,) if going else ())
    return [front], [*negation, *going, Word(form, keys.verb), *particle]


def _finite(verb: Verb, tense: str, subject: Phrase) -> str:
    if tense == "past":
        return verb.past
    if tense == "present" and subject.third_singular:
        return english.third_person(verb.base)
    return verb.base


def _auxiliary(verb: Verb, tense: str, person: int) -> tuple[str, str]:
    """The English auxiliary and the form of the main verb after it."""
    third = person == 2
    if tense == "imperative":
        return "do", verb.base
    if tense == "present":
        return ("does" if third else "do"), verb.base
    if tense == "past":
        return "did", verb.base
    if tense == "progressive":
        return AM[person], english.gerund(verb.base)
    if tense == "past progressive":
        return WAS[person], english.gerund(verb.base)
    if tense == "perfect":
        return ("has" if third else "have"), verb.participle
    if tense == "going":
        return AM[person], verb.base
    return {"future": "will"}.get(tense, tense), verb.base


def _french_group(
    subject: Phrase, action: Action, tense: str, polarity: str, keys: _Keys, has_auxiliary: bool
) -> list[Word]:
    """Everything from "ne" to the participle or infinitive."""
    verb, person = action.verb, subject.person
    ne = [] if polarity == "yes" else [Word("ne", 0, _ne_links(subject, polarity, keys))]
    second = [Word(NEGATIONS[polarity], keys.negation)] if polarity in NEGATIONS else []
    if action.adverb:
        second = [*second, action.adverb[1]]
    clitics = _clitics(subject, action, keys.verb)
    complement = _complement(verb, subject, keys.verb)
    if tense in WITH_INFINITIVE:
        helper, helper_tense = WITH_INFINITIVE[tense]
        finite = conjugate(helper, helper_tense, person)
        key = keys.going if tense == "going" else keys.auxiliary
        rest = [*action.manner, *_infinitive_group(subject, action, keys.verb)]
        return [*ne, Word(finite, key), *second, *rest]
    is_simple = tense in SIMPLE_TENSES or (tense == "past" and "state" in verb.options)
    if is_simple:
        form = conjugate(verb.french, SIMPLE_TENSES.get(tense, "imparfait"), person)
        finite_word = _linked(form, bool(complement), keys)
        return [*ne, *clitics, finite_word, *second, *action.manner, *complement]
    auxiliary = conjugate("être" if verb.with_etre else "avoir", "present", person)
    auxiliary_word = Word(auxiliary, keys.auxiliary if has_auxiliary else 0, (keys.verb,))
    past = Word(_agreeing(subject, action), keys.verb)
    return [*ne, *clitics, auxiliary_word, *second, *action.manner, past, *complement]


def _ne_links(subject: Phrase, polarity: str, keys: _Keys) -> tuple[int, ...]:
    return (subject.key,) if polarity == "nobody" else (keys.negation, keys.auxiliary)


def _linked(form: str, has_complement: bool, keys: _Keys) -> Word:
    """A simple finite verb; only possible when a complement has the meaning."""
    if has_complement:
        return Word(form, 0, (keys.verb, keys.auxiliary))
    return Word(form, keys.verb, (keys.auxiliary,))


def _complement(verb: Verb, subject: Phrase, key: int) -> list[Word]:
    if not verb.complement:
        return []
    text = verb.complement
    if text == "assis":
        text += "e" * (subject.gender == "f") + "s" * (subject.gender == "f" and subject.plural)
    return [Word(text, key)]


def _clitics(subject: Phrase, action: Action, key: int) -> list[Word]:
    if action.verb.reflexive:
        return [Word(REFLEXIVE[subject.person], 0, (key,))]
    return [action.clitic] if action.clitic else []


def _infinitive_group(subject: Phrase, action: Action, key: int) -> list[Word]:
    complement = _complement(action.verb, subject, key)
    verb = Word(action.verb.french, 0, (key,)) if complement else Word(action.verb.french, key)
    return [*_clitics(subject, action, key), verb, *complement]


def _agreeing(subject: Phrase, action: Action) -> str:
    """The participle: with être it agrees with the subject, else with a direct clitic."""
    if action.verb.with_etre:
        return participle(action.verb.french, subject.gender, subject.plural)
    gender, plural = action.agreement or ("m", False)
    return participle(action.verb.french, gender, plural)
