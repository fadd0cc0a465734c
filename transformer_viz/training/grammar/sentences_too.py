"""Clauses in which only the adjective tells what "it" stands for."""

from transformer_viz.training.grammar.adjectives import ADJECTIVE, TOO
from transformer_viz.training.grammar.clauses import being, clause, with_phrase
from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.noun_phrases import agreeing, noun_phrase, random_adjectives
from transformer_viz.training.grammar.nouns import NOUN
from transformer_viz.training.grammar.participants import (
    PEOPLE,
    it_phrase,
    kin,
    name_phrase,
    person,
    pronoun_phrase,
)
from transformer_viz.training.grammar.phrase import Phrase, in_a_row, linked
from transformer_viz.training.grammar.small_words import PRONOUNS
from transformer_viz.training.grammar.verbs import verb_uses
from transformer_viz.training.grammar.word_lists import word_list

# Adjectives that tell which noun "it" stands for.
OF_ANIMALS = word_list("of tired animals")
BECAUSE_VERBS = verb_uses("too")


def too_much(draw: Draw) -> Phrase:
    """The animal did not cross the street because it was too tired (or too wide)."""
    use = draw.choose(BECAUSE_VERBS)
    subject = _crosser(draw, use.subject)
    name = draw.choose(use.objects.split())
    noun = NOUN[name]
    object_ = noun_phrase(draw, noun, draw.choose(("the", "the", "this")))
    tense = "past" if draw.chance(0.75) else "future"
    act = with_phrase(use.verb, object_)
    first = clause(draw, subject, act, tense, "not")
    about_subject = draw.chance(0.45)
    if about_subject:
        second_subject = _again(draw, subject)
        word = draw.choose(OF_ANIMALS if subject.theme not in PEOPLE else ("tired", "sick", "busy"))
        adjective = ADJECTIVE[word]
    else:
        second_subject = it_phrase(draw, noun.gender, noun.theme)
        adjective = draw.choose(TOO[name])
    predicate = linked(draw, "too", "trop").followed_by(agreeing(draw, adjective, second_subject))
    tense = "past" if tense == "past" else "present"
    second = clause(draw, second_subject, being(predicate), tense)
    return in_a_row(first, linked(draw, "because", "parce que"), second)


def _crosser(draw: Draw, who: str) -> Phrase:
    """A singular subject that a pronoun can take up."""
    if who == "animal" or (who == "both" and draw.chance(0.5)):
        names = ("animal", "dog", "cat", "horse", "fox", "cow", "animal", "donkey")
        noun = NOUN[draw.choose(names)]
        return noun_phrase(draw, noun, "the", False, random_adjectives(draw, noun, 0.15))
    while True:
        subject = draw.choose((kin, name_phrase, person))(draw)
        if not subject.plural and subject.kind in ("noun", "name"):
            return subject


def _again(draw: Draw, subject: Phrase) -> Phrase:
    if subject.theme not in PEOPLE:
        return it_phrase(draw, subject.gender, subject.theme)
    return pronoun_phrase(draw, PRONOUNS[2 if subject.gender == "f" else 1])
