"""Going somewhere, sitting and standing: actions with their place."""

from transformer_viz.training.grammar.clauses import Action, with_phrase
from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.noun_phrases import noun_phrase, random_adjectives
from transformer_viz.training.grammar.nouns import NOUN
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.places import city, country, goal, led_by, origin, place
from transformer_viz.training.grammar.verbs import parse_verb
from transformer_viz.training.grammar.word import Word

GO = parse_verb("go", "aller")
GO_HOME = parse_verb("go", "rentrer")
TRAVEL = parse_verb("travel", "voyager")
COME = parse_verb("come", "venir")
SIT = parse_verb("sit", "être assis")
SAT = parse_verb("sit", "s'asseoir")
STAND = parse_verb("stand", "être debout", "state")


def motion(draw: Draw) -> Action:
    kind = draw.rng.random()
    if kind < 0.18:
        return with_phrase(COME, origin(draw))
    if kind < 0.28:
        return home(draw)
    if kind < 0.36:
        return with_phrase(TRAVEL, draw.choose((city, country))(draw, "to"))
    return with_phrase(GO, goal(draw))


def home(draw: Draw) -> Action:
    """Go home: rentrer à la maison."""
    key = draw.key()
    french = [Word("à", 0, (key,)), Word("la", 0, (key,)), Word("maison", key)]
    return Action(GO_HOME, [Word("home", key)], french)


def posture(draw: Draw, subject: Phrase, tense: str) -> Action:
    """Sit or stand: "is sitting" is "est assis", "sat" is "s'est assis"."""
    if draw.chance(0.25):
        verb = STAND
    else:
        verb = SIT if tense in ("present", "progressive", "past progressive") else SAT
    kinds = ("near",) if verb is STAND else ("seat", "seat", "near", "room")
    kind = draw.choose(kinds)
    return with_phrase(verb, _on_seat(draw) if kind == "seat" else place(draw, (kind,)))


def _on_seat(draw: Draw) -> Phrase:
    name = draw.choose(("mat", "chair", "sofa", "chair", "bed", "floor", "table"))
    noun = NOUN[name]
    adjectives = random_adjectives(draw, noun, 0.3)
    phrase = noun_phrase(draw, noun, "the" if draw.chance(0.85) else "a", False, adjectives)
    return led_by(draw, "on", "sur", phrase)
