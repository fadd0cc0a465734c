"""Clauses in which only the adjective tells what "it" stands for."""

from transformer_viz.training.grammar.actions import (
    being,
)
from transformer_viz.training.grammar.clauses import (
    Action,
    clause,
)
from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.lexicon import (
    ADJECTIVE,
    NOUN,
    parse_verb,
)
from transformer_viz.training.grammar.lexicon_small import PRONOUNS
from transformer_viz.training.grammar.noun_phrases import (
    noun_phrase,
    random_adjectives,
)
from transformer_viz.training.grammar.participants import (
    PEOPLE,
    it_phrase,
    kin,
    name_phrase,
    person,
    pronoun_phrase,
)
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.word import Word

# Adjectives that tell which noun "it" stands for.
OF_ANIMALS = ("tired", "young", "old", "small", "lazy", "sick", "slow", "nervous")

OF_THINGS = {
    "street": ("wide", "dangerous", "long", "dark"),
    "bridge": ("high", "long", "dangerous", "old", "narrow"),
    "river": ("wide", "deep", "cold", "dangerous"),
    "road": ("wide", "dangerous", "long"),
    "apple": ("green", "hard", "big", "cold"),
    "cheese": ("salty", "old", "hard"),
    "fish": ("big", "cold", "salty"),
    "house": ("expensive", "big", "small", "old"),
    "car": ("expensive", "old", "big", "slow"),
    "book": ("long", "difficult", "boring", "expensive", "heavy"),
    "box": ("heavy", "big"),
    "door": ("heavy", "old"),
    "soup": ("hot", "cold", "salty"),
    "coffee": ("hot", "cold", "sweet"),
    "tea": ("hot", "cold", "sweet"),
    "dress": ("expensive", "short", "long", "big"),
    "text": ("long", "difficult"),
    "question": ("difficult", "long", "strange"),
    "computer": ("old", "slow", "expensive"),
    "suitcase": ("heavy", "big"),
}

BECAUSE_VERBS = (
    ("cross", "traverser", "street bridge river road street", "animal"),
    ("eat ate eaten", "manger", "apple cheese fish soup", "both"),
    ("buy bought bought", "acheter", "house car dress computer book", "person"),
    ("carry", "porter", "box suitcase", "person"),
    ("open", "ouvrir", "box door suitcase", "person"),
    ("drink drank drunk", "boire", "coffee tea", "person"),
    ("understand understood understood", "comprendre", "text question book", "person"),
    ("finish", "finir", "book soup text", "person"),
    ("move", "déplacer", "box car", "person"),
)


def too_much(draw: Draw) -> Phrase:
    """The animal did not cross the street because it was too tired (or too wide)."""
    forms, french_verb, names, who = draw.choose(BECAUSE_VERBS)
    subject = _crosser(draw, who)
    name = draw.choose(names.split())
    noun = NOUN[name]
    object_ = noun_phrase(draw, noun, draw.choose(("the", "the", "this")))
    tense = "past" if draw.chance(0.75) else "future"
    first = clause(draw, subject, Action(parse_verb(forms, french_verb), object_.english,
                                         object_.french), tense, "not")  # fmt: skip
    about_subject = draw.chance(0.45)
    if about_subject:
        second_subject = _again(draw, subject)
        word = draw.choose(OF_ANIMALS if subject.theme not in PEOPLE else ("tired", "sick", "busy"))
    else:
        second_subject = it_phrase(draw, noun.gender, noun.theme)
        word = draw.choose([w for w in OF_THINGS[name] if w in ADJECTIVE])
    adjective = ADJECTIVE[word]
    key, too = draw.key(), draw.key()
    form = adjective.feminine if second_subject.gender == "f" else adjective.masculine
    predicate = Phrase([Word("too", too), Word(word, key)], [Word("trop", too), Word(form, key)])
    tense = "past" if tense == "past" else "present"
    second = clause(draw, second_subject, being(predicate), tense)
    because = draw.key()
    return Phrase(
        [*first.english, Word("because", because), *second.english],
        [*first.french, Word("parce", because), Word("que", 0, (because,)), *second.french],
    )


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
