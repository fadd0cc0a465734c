"""All sentence types with their frequencies."""

import random
from collections.abc import Callable

from transformer_viz.training.grammar import sentences_being as being
from transformer_viz.training.grammar import sentences_body as body
from transformer_viz.training.grammar import sentences_doing as doing
from transformer_viz.training.grammar import sentences_identity as identity
from transformer_viz.training.grammar import sentences_joined as joined
from transformer_viz.training.grammar import sentences_numbers as numbers
from transformer_viz.training.grammar import sentences_orders as orders
from transformer_viz.training.grammar import sentences_qualities as qualities
from transformer_viz.training.grammar import sentences_questions as questions
from transformer_viz.training.grammar import sentences_relative as relative
from transformer_viz.training.grammar import sentences_thing_questions as things
from transformer_viz.training.grammar import sentences_too as too
from transformer_viz.training.grammar import times
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.pair import Draft, Pair, finish
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.sentences_everyday import everyday, everyday_question
from transformer_viz.training.grammar.sentences_fixed import set_phrase, weather

STATEMENTS: dict[Callable[[Draw], Phrase], float] = {
    doing.doing: 300,
    doing.sitting: 18,
    doing.with_somebody: 12,
    everyday: 70,
    doing.liking: 30,
    doing.have_done: 14,
    doing.speaking: 14,
    qualities.quality: 70,
    qualities.judgement: 9,
    being.whereabouts: 50,
    being.existence: 36,
    being.feeling: 26,
    qualities.comparison: 28,
    doing.own_thing_bought: 8,
    doing.eating_place: 16,
    identity.profession: 26,
    identity.presentation: 24,
    identity.relation: 9,
    identity.kind_of: 6,
    identity.called: 12,
    numbers.age: 30,
    numbers.counting: 56,
    body.feature: 16,
    identity.nationality: 12,
    body.hurting: 9,
    identity.creature: 9,
    identity.from_where: 13,
    qualities.superlative: 16,
    identity.at_home: 16,
    identity.fragment: 7,
    times.clock_sentence: 14,
    times.date_sentence: 14,
    orders.command: 44,
    joined.joined: 105,
    joined.opinion: 32,
    too.too_much: 44,
    relative.relative: 40,
    relative.relative_object: 14,
    joined.two_verbs: 18,
    orders.would_like: 14,
}
WH_QUESTIONS: dict[Callable[[Draw], Phrase], float] = {
    questions.what: 20,
    questions.where_is: 18,
    questions.who: 14,
    questions.where_do: 9,
    questions.why: 10,
    things.how_many: 9,
    questions.when: 7,
    questions.how: 6,
    things.which: 4,
    things.what_color: 4,
    things.how_old: 4,
    things.what_is: 3,
    things.what_is_in: 2,
    questions.whom: 4,
    things.how_much: 2,
}
WH_TABLE = Table([*WH_QUESTIONS], [*WH_QUESTIONS.values()])


def wh_question(draw: Draw) -> Phrase:
    """Any question with a question word."""
    return draw.pick(WH_TABLE)(draw)


QUESTIONS: dict[Callable[[Draw], Phrase], float] = {
    questions.yes_no: 75,
    everyday_question: 22,
    questions.may_have: 9,
    wh_question: 80,
}
DRAFTS: dict[Callable[[Draw], Draft], float] = {set_phrase: 110, weather: 18}
PLAIN_SHARE = 0.22  # of sentences made of the commonest words only, as visitors type them
SENTENCE_TYPES = Table(
    [*STATEMENTS, *QUESTIONS, *DRAFTS],
    [*STATEMENTS.values(), *QUESTIONS.values(), *DRAFTS.values()],
)


def draft(draw: Draw) -> Draft:
    """A sentence of any type, not yet spelled."""
    kind = draw.pick(SENTENCE_TYPES)
    draw.plain = draw.chance(PLAIN_SHARE)
    drawn = kind(draw)
    if isinstance(drawn, Draft):
        return drawn
    return Draft(drawn.english, drawn.french, "?" if kind in QUESTIONS else ".")


def sentence_pair(rng: random.Random) -> Pair:
    """One clean sentence pair with its alignment."""
    return finish(draft(Draw(rng)))
