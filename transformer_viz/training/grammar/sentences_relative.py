"""Relative clauses."""

from transformer_viz.training.grammar.actions import action
from transformer_viz.training.grammar.clauses import (
    Action,
    being,
    clause,
    fitting_tense,
    with_phrase,
)
from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.noun_phrases import (
    draw_noun,
    may_be_plural,
    noun_phrase,
    random_adjectives,
)
from transformer_viz.training.grammar.nouns import NOUN, expand
from transformer_viz.training.grammar.participants import PEOPLE, person, pronoun_phrase
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.sentences_doing import doing
from transformer_viz.training.grammar.sentences_qualities import quality
from transformer_viz.training.grammar.small_words import SUBJECT_PRONOUNS
from transformer_viz.training.grammar.verbs import TRANSITIVE, verb_uses
from transformer_viz.training.grammar.word import Word

MEETING = verb_uses("meet")
FINDING = verb_uses("find")
OBJECT_FRAMES = [
    frame
    for frame in TRANSITIVE["people"].items
    if not frame.verb.preposition
    and not frame.verb.complement
    and frame.verb.base not in ("count", "follow")
    and not any(name in ("language", "people", "kin", "job", "topic", "meal", "music", "noise")
                for name in frame.objects)
]  # fmt: skip


def relative(draw: Draw) -> Phrase:
    """The man who sells cars is rich; I know the girl who is singing."""
    head = _head(draw)
    who = draw.key()
    english_word = "who" if head.theme in PEOPLE else "that"
    link = head._replace(english=[Word(english_word, who)], french=[Word("qui", who)], kind="noun")
    act = action(draw, head)
    tense = fitting_tense(draw, act.verb, draw.choose(("present", "progressive", "past", "can")))
    if act.verb.french == "mourir":
        tense = "past"
    if act.manner:
        tense = "present"
    full = head.followed_by(clause(draw, link, act, tense))
    if draw.chance(0.35):
        subject = pronoun_phrase(draw, draw.pick(SUBJECT_PRONOUNS))
        use = draw.choose(MEETING)
        return clause(draw, subject, with_phrase(use.verb, full), use.tense)
    if draw.chance(0.18) and not full.plural:
        names = (
            ("sister", "mother", "friend")
            if full.gender == "f"
            else ("brother", "father", "friend")
        )
        who_it_is = noun_phrase(draw, NOUN[draw.choose(names)], draw.choose(("my", "his", "your")))
        return clause(draw, full, being(who_it_is)) if full.theme in PEOPLE else quality(draw, full)
    if draw.chance(0.6):
        return quality(draw, full)
    return doing(draw, full, "present" if draw.chance(0.6) else "past")


def _head(draw: Draw) -> Phrase:
    names = ("people",) if draw.chance(0.7) else expand("animal")
    noun = draw_noun(draw, names)
    plural = draw.chance(0.2)
    determiner = "the" if draw.chance(0.85) else ("these" if plural else "a")
    return noun_phrase(draw, noun, determiner, plural, random_adjectives(draw, noun, 0.15))


def relative_object(draw: Draw) -> Phrase:
    """The book that I read is long; I like the song that you are singing."""
    subject = person(draw)
    frame = draw.choose(OBJECT_FRAMES)
    noun = draw_noun(draw, (draw.choose(frame.objects),))
    plural = may_be_plural(noun) and draw.chance(0.2)
    head = noun_phrase(draw, noun, "the", plural)
    that = draw.key()
    tense = fitting_tense(draw, frame.verb, draw.choose(("present", "progressive", "future")))
    inner = clause(draw, subject, Action(frame.verb), tense)
    full = head._replace(
        english=[*head.english, Word("that", that), *inner.english],
        french=[*head.french, Word("que", that), *inner.french],
    )
    if draw.chance(0.3):
        taker = pronoun_phrase(draw, draw.pick(SUBJECT_PRONOUNS))
        use = draw.choose(FINDING)
        return clause(draw, taker, with_phrase(use.verb, full), use.tense)
    return quality(draw, full)
