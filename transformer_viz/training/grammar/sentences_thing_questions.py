"""Questions about quantities and kinds: how many, how much, how old, which, what colour."""

from transformer_viz.training.grammar.clauses import Action, clause, fitting_tense
from transformer_viz.training.grammar.conjugation import conjugate
from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.noun_phrases import (
    KNOWN,
    draw_noun,
    may_be_plural,
    noun_phrase,
)
from transformer_viz.training.grammar.nouns import NOUN, Noun, expand
from transformer_viz.training.grammar.participants import genitive, owner, person, pronoun_phrase
from transformer_viz.training.grammar.phrase import Phrase, in_a_row, linked
from transformer_viz.training.grammar.places import around
from transformer_viz.training.grammar.sentences_questions import (
    HE,
    SHE,
    THEY,
    YOU,
    asked_subject,
    be_first,
)
from transformer_viz.training.grammar.verbs import TRANSITIVE, parse_verb
from transformer_viz.training.grammar.word import Word, spread
from transformer_viz.training.grammar.word_lists import word_list

COLORED = word_list("colored")
IDEAS = word_list("asked ideas")
MASS_FREE = word_list("how many")
HAVE = parse_verb("have", "avoir", "state")
SEE = parse_verb("see", "voir", "state")
EAT = parse_verb("eat", "manger")
WANT = parse_verb("want", "vouloir", "state")
BUY = parse_verb("buy", "acheter", "state")
HOW_OLD = ("ai-je", "as-tu", "a-t-il", "avons-nous", "ont-ils")
WHICH_FRAMES = [
    frame
    for frame in TRANSITIVE["people"].items
    if not frame.verb.preposition and frame.objects[0] not in ("kin", "people")
]


def how_many(draw: Draw) -> Phrase:
    """How many apples do you want? combien de pommes est-ce que tu veux ?"""
    noun = draw_noun(draw, expand(" ".join(MASS_FREE)))
    while not may_be_plural(noun):
        noun = draw_noun(draw, expand(" ".join(MASS_FREE)))
    counted = _counted(draw, noun)
    if draw.chance(0.3):
        return _how_many_there(draw, noun.theme, counted)
    subject = asked_subject(draw)
    if subject.theme not in ("people", "kin", "job"):
        subject = pronoun_phrase(draw, YOU)
    verb = HAVE
    if noun.theme in ("wild", "bird") or draw.chance(0.4):
        verb = SEE
    if noun.theme in ("fruit", "dish"):
        verb = draw.choose((EAT, WANT, BUY))
    tense = draw.choose(("present", "present", "future"))
    return counted.followed_by(clause(draw, subject, Action(verb), tense, asked=True))


def _counted(draw: Draw, noun: Noun) -> Phrase:
    phrase = noun_phrase(draw, noun, "generic", True)
    bare = phrase._replace(french=phrase.french[1:])
    return linked(draw, "how many", "combien de").followed_by(bare)


def _how_many_there(draw: Draw, theme: str, counted: Phrase) -> Phrase:
    verb, there = draw.key(), draw.key()
    where = around(draw, theme)
    past = draw.chance(0.15)
    english = [Word("were" if past else "are", verb), Word("there", there)]
    french = [Word(text, 0, (verb,)) for text in ("est", "-ce", "que")]
    french += [Word("il", 0, (there,)), Word("y", there), Word("avait" if past else "a", verb)]
    return in_a_row(counted, Phrase(english, french), where)


def which(draw: Draw) -> Phrase:
    """Which book do you want? quel livre est-ce que tu veux ?"""
    subject = pronoun_phrase(draw, YOU) if draw.chance(0.6) else person(draw)
    frame = draw.choose(WHICH_FRAMES)
    names = tuple(n for n in frame.objects if n != "language" and not _is_mass(n))
    noun = draw_noun(draw, names or ("book",))
    if noun.mass:
        noun = NOUN["book"]
    phrase = noun_phrase(draw, noun, "generic", may_be_plural(noun) and draw.chance(0.15))
    quel = "quel" + "le" * (noun.gender == "f") + "s" * phrase.plural
    bare = phrase._replace(french=phrase.french[1:])
    asked = linked(draw, "which", quel).followed_by(bare)
    tense = fitting_tense(draw, frame.verb, draw.choose(("present", "future", "progressive")))
    return asked.followed_by(clause(draw, subject, Action(frame.verb), tense, asked=True))


def _is_mass(name: str) -> bool:
    return name in ("staple", "drink", "music", "topic") or (name in NOUN and NOUN[name].mass)


def what_color(draw: Draw) -> Phrase:
    """What color is the car? de quelle couleur est la voiture ?"""
    noun = draw_noun(draw, COLORED)
    plural = may_be_plural(noun) and draw.chance(0.2)
    subject = noun_phrase(draw, noun, draw.choose(("the", "your", "his", "her")), plural)
    if draw.chance(0.15):
        subject = genitive(draw, owner(draw), ("vehicle", "clothes"))
    color = linked(draw, "color", "couleur")
    of = Phrase([], [Word("de", 0, (color.key,))])
    verb = linked(draw, *(("are", "sont") if subject.plural else ("is", "est")))
    return in_a_row(of, linked(draw, "what", "quelle"), color, verb, subject)


def what_is(draw: Draw) -> Phrase:
    """What is the problem? quel est le problème ?"""
    noun = NOUN[draw.choose(IDEAS)]
    subject = noun_phrase(draw, noun, draw.choose(("the", "your", "his", "her")))
    quel = "quelle" if noun.gender == "f" else "quel"
    return be_first(draw, "what", quel, subject, "present")


def what_is_in(draw: Draw) -> Phrase:
    """What is in the box? qu'est-ce qu'il y a dans la boîte ?"""
    where = around(draw, draw.choose(("object", "fruit", "container")))
    verb = draw.key()
    there_is = Phrase([Word("is", verb)], spread(("il", "y", "a"), verb, head=-1))
    return in_a_row(linked(draw, "what", "que est -ce que"), there_is, where)


def how_old(draw: Draw) -> Phrase:
    """How old is your brother? quel âge a ton frère ?"""
    verb = draw.key()
    if draw.chance(0.4):
        pronoun = draw.choose((YOU, HE, SHE, THEY, YOU))
        subject = pronoun_phrase(draw, pronoun)
        text, pronoun_text = HOW_OLD[pronoun.person].split("-", 1)
        if pronoun.gender == "f":
            pronoun_text = pronoun_text.replace("il", "elle")
        french = [Word(text, verb), Word("-" + pronoun_text, subject.key)]
    else:
        subject = person(draw, KNOWN, pronouns=False)
        form = conjugate("avoir", "present", subject.person)
        french = [Word(form, verb), *subject.french]
    english_verb = {1: "are", 2: "is", 4: "are"}[subject.person]
    question = Phrase([Word(english_verb, verb), *subject.english], french)
    return in_a_row(linked(draw, "how", "quel"), linked(draw, "old", "âge"), question)


def how_much(draw: Draw) -> Phrase:
    """How much does the car cost? combien coûte la voiture ?"""
    noun = draw_noun(draw, expand("thing vehicle fruit text"))
    plural = may_be_plural(noun) and draw.chance(0.2)
    determiner = draw.choose(("the", "the", "these" if plural else "this"))
    subject = noun_phrase(draw, noun, determiner, plural)
    verb = draw.key()
    costs = Phrase(
        [Word("do" if plural else "does", 0, (verb,)), *subject.english, Word("cost", verb)],
        [Word("coûtent" if plural else "coûte", verb), *subject.french],
    )
    return linked(draw, "how much", "combien").followed_by(costs)
