"""Where things are, that they are there, and the states that French expresses with avoir."""

from transformer_viz.training.grammar.adjectives import AVOIR_STATES
from transformer_viz.training.grammar.clauses import Action, being, clause
from transformer_viz.training.grammar.conjugation import conjugate
from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.noun_phrases import (
    Setting,
    draw_noun,
    may_be_plural,
    noun_phrase,
    random_adjectives,
)
from transformer_viz.training.grammar.nouns import Noun, expand
from transformer_viz.training.grammar.participants import genitive, living_subject, owner, person
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.places import around
from transformer_viz.training.grammar.sentences_qualities import BE_TENSES
from transformer_viz.training.grammar.verbs import Verb, parse_verb
from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_lists import word_list

FEARED = expand(" ".join(word_list("feared")))
EXISTING = expand(" ".join(word_list("existing")))
THERE = parse_verb("be", "avoir", "state")


def whereabouts(draw: Draw, subject: Phrase | None = None, tense: str = "") -> Phrase:
    """Is in the kitchen, was on the table."""
    if subject is None:
        subject = living_subject(draw) if draw.chance(0.45) else thing_here(draw)
    where = around(draw, subject.theme)
    tense = tense or draw.pick(BE_TENSES)
    polarity = "not" if subject.kind != "someone" and draw.chance(0.15) else "yes"
    return clause(draw, subject, being(where), tense, polarity)


def thing_here(draw: Draw) -> Phrase:
    """A thing that can be looked for: the keys, my phone, Anna's book."""
    names = expand("object object container clothes pair device vehicle text fruit dish furniture")
    if draw.chance(0.2):
        return genitive(draw, owner(draw), (draw.choose(names),))
    if draw.chance(0.12):
        noun = draw_noun(draw, ("place", "room"))
        return noun_phrase(draw, noun, "the", False, random_adjectives(draw, noun, 0.15))
    noun = draw_noun(draw, (draw.choose(names),))
    plural = may_be_plural(noun) and draw.chance(0.2 if noun.theme != "pair" else 0.9)
    determiner = draw.choose(("the", "the", "my", "your", "his", "her"))
    adjectives = random_adjectives(draw, noun, 0.3)
    return noun_phrase(draw, noun, determiner, plural, adjectives)


def existence(draw: Draw, asked: bool = False) -> Phrase:
    """There is a cat on the table; there are no apples; is there a bank here?"""
    theme = draw.choose(EXISTING)
    noun = draw_noun(draw, (theme,))
    negated = not asked and draw.chance(0.22)
    plural = may_be_plural(noun) and draw.chance(0.45)
    phrase = _existing(draw, noun, plural, negated)
    where = around(draw, noun.theme)
    keys = draw.key(), draw.key()
    there = Word("there", keys[0])
    tense = draw.pick(BE_TENSES)
    subject = Phrase([there], [Word("il", 0, (keys[0],))], 4 if plural else 2)
    act = Action(THERE, [*phrase.english, *where.english], [*phrase.french, *where.french])
    sentence = clause(draw, subject, act, tense, "yes", asked)
    return sentence._replace(french=_insert_y(sentence.french, keys[0], tense, negated, phrase))


def _existing(draw: Draw, noun: Noun, plural: bool, negated: bool) -> Phrase:
    setting = Setting(negated)
    adjectives = random_adjectives(draw, noun, 0.3)
    if negated:
        return noun_phrase(draw, noun, "no", plural, adjectives, setting)
    if noun.mass:
        return noun_phrase(draw, noun, draw.choose(("some", "a lot of")), False, adjectives)
    if not plural:
        return noun_phrase(draw, noun, "a", False, adjectives)
    determiner = draw.choose(("number", "some", "many", "number", "digits", "a lot of"))
    return noun_phrase(draw, noun, determiner, True, adjectives)


def _insert_y(
    french: list[Word], there_key: int, tense: str, negated: bool, phrase: Phrase
) -> list[Word]:
    """Il a → il y a, il n'y a pas; the verb is always third person singular."""
    form = conjugate("avoir", {"past": "imparfait", "future": "futur"}.get(tense, "present"), 2)
    place_of_verb = next(i for i, word in enumerate(french) if word.text == "il") + 1
    verb = french[place_of_verb]._replace(text=form)
    y = Word("y", there_key)
    if not negated:
        return [*french[:place_of_verb], y, verb, *french[place_of_verb + 1 :]]
    no_key = phrase.english[0].key
    ne, pas = Word("ne", 0, (no_key,)), Word("pas", 0, (no_key,))
    return [*french[:place_of_verb], ne, y, verb, pas, *french[place_of_verb + 1 :]]


def feeling(draw: Draw, subject: Phrase | None = None, tense: str = "") -> Phrase:
    """I am hungry: j'ai faim; I am afraid of dogs: j'ai peur des chiens."""
    subject = subject or living_subject(draw)
    if subject.kind == "it":
        subject = person(draw)
    word, french_noun = draw.pick(AVOIR_STATES)
    verb = parse_verb("be", f"avoir {french_noun}", "state")
    tense = tense or draw.pick(BE_TENSES)
    polarity = "not" if subject.kind != "someone" and draw.chance(0.2) else "yes"
    act = _feeling_action(draw, subject, verb, word)
    return clause(draw, subject, act, tense, polarity)


def _feeling_action(draw: Draw, subject: Phrase, verb: Verb, word: str) -> Action:
    key = draw.key()
    plain = verb._replace(complement="")
    english_words, french_words = [Word(word, key)], [Word(verb.complement, key)]
    if word in ("hungry", "thirsty", "cold", "hot") and draw.chance(0.25):
        degree_english, degree_french = draw.choose((("very", "très"), ("too", "trop")))
        degree = draw.key()
        english_words.insert(0, Word(degree_english, degree))
        french_words.insert(0, Word(degree_french, degree))
    if word == "afraid" and draw.chance(0.6):
        noun = draw_noun(draw, FEARED)
        determiner = "generic" if draw.chance(0.6) else "the"
        feared = noun_phrase(draw, noun, determiner, determiner == "generic")
        of = draw.key()
        english_words += [Word("of", of), *feared.english]
        french_words += [Word("de", of), *feared.french]
    return Action(plain, english_words, french_words)
