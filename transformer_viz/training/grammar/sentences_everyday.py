"""The plainest sentences, which visitors type first: I have a dog. Do you like tea?"""

from transformer_viz.training.grammar.actions import GENERIC_VERBS
from transformer_viz.training.grammar.clauses import Action, clause, fitting_tense
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.lexicon import NOUN, parse_verb
from transformer_viz.training.grammar.lexicon_small import SUBJECT_PRONOUNS
from transformer_viz.training.grammar.noun_phrases import (
    Setting,
    may_be_plural,
    noun_phrase,
    random_adjectives,
)
from transformer_viz.training.grammar.participants import (
    name_phrase,
    own_possessive,
    pronoun_phrase,
)
from transformer_viz.training.grammar.phrase import Phrase

SUBJECTS = "man woman boy girl child cat dog teacher".split()
EATERS = "man woman boy girl child cat dog bird horse".split()
TENSES = Table(("present", "progressive", "past", "future", "can"), (45, 20, 20, 9, 6))
# English, French, objects, options.
EVERYDAY = Table(
    (
        ("have had had", "avoir", "dog cat house car book phone computer brother sister", "state"),
        ("eat ate eaten", "manger", "apple bread cheese cake fish banana meat pie egg", ""),
        ("drink drank drunk", "boire", "water coffee tea milk juice lemonade", ""),
        ("see saw seen", "voir", "house dog cat bird tree car man woman horse", "simple"),
        ("like", "aimer", "cat dog music tea coffee chocolate apple book pizza", "state"),
        ("love", "aimer", "cat dog music chocolate horse", "state"),
        ("read", "lire", "book letter newspaper story", "nopast"),
        ("want", "vouloir", "apple coffee book car water dog phone", "state"),
        ("write wrote written", "écrire", "letter book word sentence", ""),
        ("buy bought bought", "acheter", "car bread book house apple phone", ""),
        ("open", "ouvrir", "door window box book", ""),
        ("close", "fermer", "door window box book", ""),
    )
)
ONE: Table[str] = Table(("the", "a", "possessive", "this"), (40, 38, 16, 6))
MANY: Table[str] = Table(
    ("bare", "the", "number", "digits", "possessive", "some"), (30, 26, 18, 14, 8, 4)
)


def everyday(draw: Draw, asked: bool = False) -> Phrase:
    """One of a dozen verbs with one of its commonest objects."""
    forms, french_verb, objects, options = draw.pick(EVERYDAY)
    subject = _subject(draw, french_verb)
    polarity = "not" if not asked and draw.chance(0.22) else "yes"
    object_ = _object(draw, subject, french_verb, objects, polarity != "yes")
    act = Action(parse_verb(forms, french_verb, options), object_.english, object_.french)
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


def _object(draw: Draw, subject: Phrase, french_verb: str, objects: str, negated: bool) -> Phrase:
    noun = NOUN[draw.choose(objects.split())]
    plural = may_be_plural(noun) and draw.chance(0.3)
    adjectives = random_adjectives(draw, noun, 0.2)
    if french_verb in GENERIC_VERBS:
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
