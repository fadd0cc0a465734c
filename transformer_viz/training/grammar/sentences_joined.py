"""Sentences of two clauses."""

from transformer_viz.training.grammar.actions import action
from transformer_viz.training.grammar.adjectives import ADJECTIVE
from transformer_viz.training.grammar.clauses import Action, being, clause, fitting_tense
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.noun_phrases import agreeing
from transformer_viz.training.grammar.participants import living_subject, person, pronoun_phrase
from transformer_viz.training.grammar.phrase import Phrase, in_a_row, linked
from transformer_viz.training.grammar.sentences_being import feeling, whereabouts
from transformer_viz.training.grammar.sentences_doing import doing
from transformer_viz.training.grammar.sentences_qualities import quality
from transformer_viz.training.grammar.small_words import ELLES, PRONOUNS
from transformer_viz.training.grammar.verbs import parse_verb, verb_uses
from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_lists import word_list

CONNECTIVES = Table(
    (("and", "et"), ("but", "mais"), ("because", "parce que"), ("when", "quand"), ("if", "si")),
    (30, 24, 26, 12, 10),
)
THINKING = [use.verb for use in verb_uses("think")]
SAY = parse_verb("say", "dire", "simple")
STATES = Table([ADJECTIVE[word] for word in word_list("states")])


def joined(draw: Draw) -> Phrase:
    """Two clauses with and, but, because, when or if."""
    english_word, french_words = draw.pick(CONNECTIVES)
    if english_word == "if":
        first, second = _condition(draw)
    elif english_word == "when":
        first, second = _whenever(draw)
    else:
        first, second = _two_parts(draw, english_word)
    return in_a_row(first, linked(draw, english_word, french_words), second)


def _taken_up(draw: Draw, subject: Phrase) -> Phrase:
    """A pronoun for the subject, or now and then somebody else."""
    if draw.chance(0.25) or subject.kind == "someone":
        return person(draw)
    return _pronoun_for(draw, subject)


def _pronoun_for(draw: Draw, subject: Phrase) -> Phrase:
    if subject.person == 4 and subject.gender == "f":
        return pronoun_phrase(draw, ELLES)
    by_person = {0: 0, 1: 3, 3: 4, 4: 5}
    third = 2 if subject.gender == "f" else 1
    return pronoun_phrase(draw, PRONOUNS[by_person.get(subject.person, third)])


def _two_parts(draw: Draw, link: str) -> tuple[Phrase, Phrase]:
    """Clauses of one tense, mostly about one person."""
    subject = person(draw)
    tense = draw.choose(("present", "past"))
    again = _taken_up(draw, subject)
    if link == "because":
        return doing(draw, subject, tense), _reason(draw, again, tense)
    kind = draw.rng.random()
    if kind < 0.55:
        return doing(draw, subject, tense), doing(draw, again, tense)
    if kind < 0.8:
        return state(draw, subject, tense), doing(draw, again, tense)
    first, second = quality(draw, subject, tense), quality(draw, again, tense)
    if first.french[-1].text == second.french[-1].text:
        second = doing(draw, again, tense)
    return first, second


def state(draw: Draw, subject: Phrase, tense: str) -> Phrase:
    """A passing state, which can be the reason for an action: tired, happy, hungry."""
    if draw.chance(0.25):
        return feeling(draw, subject, tense)
    words = agreeing(draw, draw.pick(STATES), subject)
    if draw.chance(0.2):
        words = linked(draw, "very", "très").followed_by(words)
    polarity = "not" if draw.chance(0.12) else "yes"
    return clause(draw, subject, being(words), tense, polarity)


def _short(draw: Draw) -> Phrase:
    """Any simple clause, in the present or past."""
    kind, tense = draw.rng.random(), draw.choose(("present", "present", "past"))
    subject = living_subject(draw)
    if kind < 0.5:
        return doing(draw, subject, tense)
    if kind < 0.9:
        return quality(draw, subject if kind < 0.7 else None, tense)
    return whereabouts(draw, None, tense)


def _reason(draw: Draw, subject: Phrase, tense: str) -> Phrase:
    """Because he is tired, because she likes cats."""
    return state(draw, subject, tense) if draw.chance(0.75) else doing(draw, subject, tense)


def _condition(draw: Draw) -> tuple[Phrase, Phrase]:
    """You will learn if you work: futur, then si with the present."""
    subject = person(draw)
    act = _eventful(draw, subject)
    result = clause(draw, subject, act, "future")
    other = _pronoun_for(draw, subject) if draw.chance(0.3) else person(draw)
    if draw.chance(0.4):
        return result, state(draw, other, "present")
    return result, clause(draw, other, _eventful(draw, other))


def _whenever(draw: Draw) -> tuple[Phrase, Phrase]:
    """She sings when she is happy."""
    subject = person(draw)
    main = clause(draw, subject, _eventful(draw, subject))
    other = _taken_up(draw, subject)
    if draw.chance(0.5):
        return main, state(draw, other, "present")
    return main, clause(draw, other, _eventful(draw, other))


def _eventful(draw: Draw, subject: Phrase) -> Action:
    while True:
        act = action(draw, subject)
        if act.verb.french not in ("mourir",) and "state" not in act.verb.options:
            return act


def opinion(draw: Draw) -> Phrase:
    """I think that she is tired; he says he likes tea."""
    subject = person(draw)
    verb = draw.choose(THINKING)
    tense = "present" if draw.chance(0.85) or verb.french in ("espérer", "croire") else "past"
    if tense == "past":
        verb, tense = SAY, "past"
    opinion_clause = clause(draw, subject, Action(verb), tense)
    if verb.french == "espérer":
        other = person(draw)
        inner = clause(draw, other, _eventful(draw, other), "future")
    else:
        inner = _short(draw) if draw.chance(0.7) else feeling(draw)
    key = draw.key()
    said = draw.chance(0.65)
    that = [Word("that", key)] if said else []
    que = Word("que", key if said else 0, () if said else (opinion_clause.key,))
    return Phrase(
        [*opinion_clause.english, *that, *inner.english],
        [*opinion_clause.french, que, *inner.french],
    )


def two_verbs(draw: Draw) -> Phrase:
    """She opened the door and left: one subject, two actions."""
    subject = living_subject(draw)
    tense = draw.choose(("past", "past", "present"))
    first, second = _eventful(draw, subject), _eventful(draw, subject)
    tenses = {fitting_tense(draw, act.verb, tense) for act in (first, second)}
    if first.manner or second.manner or tenses != {tense}:
        return doing(draw, subject)
    first_clause = clause(draw, subject, first, tense)
    again = Phrase([], [], subject.person, subject.gender, subject.plural)
    second_clause = clause(draw, again, second, tense)
    return in_a_row(first_clause, linked(draw, "and", "et"), second_clause)
