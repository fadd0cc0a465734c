"""Eyes, hair, hands, and what hurts."""

from transformer_viz.training.grammar.adjectives import ADJECTIVE, adjective_form
from transformer_viz.training.grammar.clauses import Action, being, clause
from transformer_viz.training.grammar.conjugation import conjugate
from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.noun_phrases import agreeing, may_be_plural, noun_phrase
from transformer_viz.training.grammar.nouns import NOUN
from transformer_viz.training.grammar.participants import person
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.small_words import POSSESSIVES, PRONOUNS
from transformer_viz.training.grammar.verbs import parse_verb
from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_lists import word_list

PARTS = word_list("parts of the body")
EYE_COLORS = word_list("eye colors")
HAVE = parse_verb("have", "avoir", "state")
HURTING = word_list("hurting")


def feature(draw: Draw) -> Phrase:
    """She has blue eyes: elle a les yeux bleus; her hands are cold."""
    eyes, color = draw.key(), draw.key()
    adjective = ADJECTIVE[draw.choose(EYE_COLORS)]
    subject = person(draw)
    if draw.chance(0.6):
        if draw.chance(0.3):
            words = [Word("long", color), Word("hair", eyes)]
            french = [Word("les", 0, (eyes,)), Word("cheveux", eyes), Word("longs", color)]
        else:
            words = [Word(adjective.english, color), Word("eyes", eyes)]
            form = adjective_form(adjective, False, True)
            french = [Word("les", 0, (eyes,)), Word("yeux", eyes), Word(form, color)]
        return clause(draw, subject, Action(HAVE, words, french))
    noun = NOUN[draw.choose(PARTS)]
    plural = may_be_plural(noun)
    owners = ("my", "your", "his", "her") if not plural else tuple(POSSESSIVES)
    part = noun_phrase(draw, noun, draw.choose(owners), plural)
    said = EYE_COLORS if noun.english == ("eye",) else ("cold", "dirty", "clean", "big", "small")
    if noun.english == ("tooth",):
        said = ("white", "clean", "yellow")
    adjective = ADJECTIVE[draw.choose(said)]
    if noun.english == ("heart",):
        adjective = ADJECTIVE[draw.choose(("big", "good", "strong"))]
    return clause(draw, part, being(agreeing(draw, adjective, part)))


def hurting(draw: Draw) -> Phrase:
    """My head hurts: j'ai mal à la tête."""
    pronoun = draw.choose((PRONOUNS[0], PRONOUNS[0], PRONOUNS[1], PRONOUNS[2], PRONOUNS[3]))
    noun = NOUN[draw.choose(HURTING)]
    whose, verb = draw.key(), draw.key()
    part = noun_phrase(draw, noun, "generic")
    past = draw.chance(0.2)
    form = conjugate("avoir", "imparfait" if past else "present", pronoun.person)
    return Phrase(
        [
            Word(pronoun.possessive, whose),
            *part.english,
            Word("hurt" if past else "hurts", verb),
        ],
        [
            Word(pronoun.french, whose),
            Word(form, 0, (verb,)),
            Word("mal", verb),
            Word("à", 0, (part.key,)),
            *part.french,
        ],
    )
