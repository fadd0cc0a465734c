"""The plainest sentences, which visitors type first: I have a dog. Do you like tea?"""

from transformer_viz.training.grammar.actions import GENERIC_VERBS
from transformer_viz.training.grammar.clauses import clause, fitting_tense, with_phrase
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.noun_phrases import (
    Setting,
    may_be_plural,
    noun_phrase,
    random_adjectives,
)
from transformer_viz.training.grammar.nouns import NOUN
from transformer_viz.training.grammar.participants import (
    name_phrase,
    own_possessive,
    pronoun_phrase,
)
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.small_words import SUBJECT_PRONOUNS
from transformer_viz.training.grammar.verbs import VerbUse, verb_uses
from transformer_viz.training.grammar.word_lists import word_list

SUBJECTS = word_list("everyday subjects")
EATERS = word_list("eaters")
TENSES = Table(("present", "progressive", "past", "future", "can"), (45, 20, 20, 9, 6))
EVERYDAY = Table(verb_uses("everyday"))
ONE: Table[str] = Table(("the", "a", "possessive", "this"), (40, 38, 16, 6))
MANY: Table[str] = Table(
    ("bare", "the", "number", "digits", "possessive", "some"), (30, 26, 18, 14, 8, 4)
)


def everyday(draw: Draw, asked: bool = False) -> Phrase:
    """One of a dozen verbs with one of its commonest objects."""
    use = draw.pick(EVERYDAY)
    subject = _subject(draw, use.french)
    polarity = "not" if not asked and draw.chance(0.22) else "yes"
    object_ = _object(draw, subject, use, polarity != "yes")
    act = with_phrase(use.verb, object_)
    tense = fitting_tense(draw, act.verb, draw.pick(TENSES))
    return clause(draw, subject, act, tense, polarity, asked)


def everyday_question(draw: Draw) -> Phrase:
    """Do you like tea?"""
    return everyday(draw, asked=True)


def _subject(draw: Draw, french_verb: str) -> Phrase:
    if draw.chance(0.13 * draw.name_share):
        return name_phrase(draw)
    if draw.chance(0.6):
        return pronoun_phrase(draw, draw.pick(SUBJECT_PRONOUNS))
    names = EATERS if french_verb == "manger" else SUBJECTS
    if french_verb not in ("manger", "boire", "voir", "aimer"):
        names = SUBJECTS[:5]
    noun = NOUN[draw.choose(names)]
    return noun_phrase(draw, noun, "the", draw.chance(0.2), random_adjectives(draw, noun, 0.15))


def _object(draw: Draw, subject: Phrase, use: VerbUse, negated: bool) -> Phrase:
    noun = NOUN[draw.choose(use.objects.split())]
    plural = may_be_plural(noun) and draw.chance(0.3)
    adjectives = random_adjectives(draw, noun, 0.2)
    if use.french in GENERIC_VERBS:
        plural = may_be_plural(noun) and noun.english != ("pizza",)
        return noun_phrase(draw, noun, "generic", plural, adjectives if plural else ())
    determiner = "bare" if noun.mass and draw.chance(0.7) else "the"
    if noun.theme == "kin":
        determiner = "number" if plural else "a"
    elif not noun.mass:
        determiner = draw.pick(MANY if plural else ONE)
    if determiner == "possessive":
        determiner = own_possessive(subject) or "the"
    if determiner == "some" and negated:
        determiner = "any"
    return noun_phrase(draw, noun, determiner, plural, adjectives, Setting(negated))
