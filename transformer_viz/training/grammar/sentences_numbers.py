"""Ages and counted things."""

from transformer_viz.training.grammar.clauses import Action, clause
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.noun_phrases import (
    KNOWN,
    draw_noun,
    may_be_plural,
    noun_phrase,
    random_number,
)
from transformer_viz.training.grammar.nouns import NOUN, expand
from transformer_viz.training.grammar.numbers import english_number, french_number
from transformer_viz.training.grammar.participants import kin, name_phrase, person, pronoun_phrase
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.small_words import SUBJECT_PRONOUNS
from transformer_viz.training.grammar.verbs import parse_verb, verb_uses
from transformer_viz.training.grammar.word import Word, spread

COUNTED = verb_uses("counted")
AGED = Table(("pronoun", "name", "kin", "people"), (50, 18, 20, 12))


def age(draw: Draw) -> Phrase:
    """I am twenty years old: j'ai vingt ans."""
    subject = _aged(draw)
    number = _years(draw, subject)
    key, years = draw.key(), draw.key()
    if draw.chance(0.5):
        english_text = french_text = str(number)
    else:
        english_text, french_text = english_number(number), french_number(number)
    if number == 100 and english_text == "hundred":
        english_text = french_text = "100"
    singular = number == 1
    english_words = [Word(english_text, key), Word("year" if singular else "years", years)]
    english_words.append(Word("old", 0, (years,)))
    french_words = [*spread(french_text.split(), key), Word("an" if singular else "ans", years)]
    verb = parse_verb("be", "avoir", "state")
    tense = "present" if draw.chance(0.88) else "past"
    return clause(draw, subject, Action(verb, english_words, french_words), tense)


def _years(draw: Draw, subject: Phrase) -> int:
    """An age that the bearer may have."""
    if subject.lemma == "baby":
        return draw.choose((1, 1, 2))
    if subject.lemma in ("child", "boy", "girl"):
        return 2 + int(draw.rng.random() * 15)
    if subject.theme in ("job", "kin") or subject.lemma in ("man", "woman", "king", "queen"):
        return 18 + int(draw.rng.random() * 70)
    return 2 + int(draw.rng.random() * draw.choose((18, 40, 98)))


def _aged(draw: Draw) -> Phrase:
    kind = draw.pick(AGED)
    if kind == "pronoun":
        return pronoun_phrase(draw, draw.pick(SUBJECT_PRONOUNS))
    if kind == "name":
        return name_phrase(draw)
    return kin(draw) if kind == "kin" else person(draw, KNOWN, pronouns=False)


def counting(draw: Draw) -> Phrase:
    """I have 3 dogs; she sees twenty-two birds."""
    subject = person(draw)
    use = draw.choose(COUNTED)
    noun = draw_noun(draw, expand(use.objects))
    digits = draw.chance(0.4)
    number = 1 if draw.chance(0.06) else 2 + int(draw.rng.random() * draw.choose((9, 98, 98)))
    if digits and draw.chance(0.5):
        number = random_number(draw)
    if not may_be_plural(noun):
        noun = NOUN["cat"]
    plural = number != 1
    phrase = noun_phrase(draw, noun, "generic", plural)
    key = draw.key()
    if digits or number > 99 or number == 1:
        english_text = french_text = str(number)
    else:
        english_text = english_number(number)
        french_text = french_number(number, noun.gender == "f")
    act = Action(
        use.verb,
        [Word(english_text, key), *phrase.english],
        [*spread(french_text.split(), key), *phrase.french[1:]],
    )
    tense = draw.choose(("present", "present", "past", "future"))
    return clause(draw, subject, act, tense)
