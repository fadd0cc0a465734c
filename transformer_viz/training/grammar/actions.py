"""Actions: a verb with its object, place or manner, ready for a clause."""

from transformer_viz.training.grammar.clauses import Action, infinitive, with_phrase
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.movement import GO, home, motion
from transformer_viz.training.grammar.noun_phrases import Setting, described, draw_noun, noun_phrase
from transformer_viz.training.grammar.nouns import NOUN, NOUN_TABLES, NOUNS_OF
from transformer_viz.training.grammar.participants import (
    PERSONS,
    language,
    name_phrase,
    object_pronoun,
    own_possessive,
    person,
    thing,
)
from transformer_viz.training.grammar.phrase import Phrase, in_a_row, linked
from transformer_viz.training.grammar.places import around, goal, led_by, place
from transformer_viz.training.grammar.small_words import (
    IT,
    MANNERS,
    OBJECT_PRONOUNS,
    PRONOUNS,
    Pronoun,
)
from transformer_viz.training.grammar.verbs import (
    CONTROL,
    DITRANSITIVE,
    GERUND,
    HELPLESS,
    INTRANSITIVE,
    TRANSITIVE,
    Frame,
    parse_verb,
)
from transformer_viz.training.grammar.word import Word

THEM = PRONOUNS[5]
PLAY = parse_verb("play", "jouer")
GENERIC_VERBS = ("aimer", "détester", "préférer")
ACTION_KINDS = Table(
    ("transitive", "intransitive", "motion", "to somebody", "game", "wish", "taste"),
    (46, 22, 9, 7, 4, 7, 5),
)
MASS_THEMES = ("staple", "drink", "music", "topic", "language")
SPORT_NAMES = tuple("_".join(noun.english) for noun in NOUNS_OF["sport"])
INSTRUMENT_NAMES = tuple("_".join(noun.english) for noun in NOUNS_OF["instrument"])


def action(draw: Draw, subject: Phrase, polarity: str = "yes", kind: str = "") -> Action:
    """Something that the subject may do; the polarity decides the articles of its object."""
    is_person = subject.theme in ("people", "kin", "job")
    if not is_person or subject.lemma in HELPLESS:
        has_object = _frame_name(subject, TRANSITIVE) in TRANSITIVE and draw.chance(0.5)
        return transitive(draw, subject, polarity) if has_object else intransitive(draw, subject)
    kind = kind or draw.pick(ACTION_KINDS)
    if kind == "transitive":
        return transitive(draw, subject, polarity)
    if kind == "intransitive":
        return intransitive(draw, subject)
    if kind == "motion":
        return motion(draw)
    if kind == "to somebody":
        return ditransitive(draw, subject, polarity)
    if kind == "game":
        return game(draw)
    if kind == "wish":
        return wish(draw, subject)
    return taste(draw, subject)


def transitive(draw: Draw, subject: Phrase, polarity: str = "yes") -> Action:
    frame = draw.pick(TRANSITIVE.get(_frame_name(subject, TRANSITIVE), TRANSITIVE["people"]))
    return with_object(draw, subject, frame, polarity)


def _frame_name(subject: Phrase, tables: dict[str, Table[Frame]]) -> str:
    """The subject's own frames (dogs bark) or those of its theme."""
    return subject.lemma if subject.lemma in tables else subject.theme


def with_object(draw: Draw, subject: Phrase, frame: Frame, polarity: str) -> Action:
    """The frame's verb with an object: a noun phrase, a name or a clitic pronoun."""
    verb = frame.verb
    names = (draw.choose(frame.objects),)
    if not verb.preposition and not verb.complement and draw.chance(0.12):
        return _with_pronoun(draw, subject, frame, names[0])
    owner = own_possessive(subject)
    is_kind = names[0] in NOUN_TABLES and names[0] not in (*PERSONS, "kin")
    if verb.french in GENERIC_VERBS and is_kind and draw.chance(0.6):
        noun = draw_noun(draw, names)
        pizza = noun.english == ("pizza",) and draw.chance(0.6)
        plural = not noun.mass and not noun.single and not pizza
        return with_phrase(verb, noun_phrase(draw, noun, "generic", plural))
    if names == ("language",) and verb.french == "parler":
        return with_phrase(verb, language(draw, article=False))
    generic = verb.french in GENERIC_VERBS
    direct = not verb.preposition and not verb.complement
    setting = Setting(
        negated=polarity != "yes" and direct and not generic,
        after_de=verb.preposition == "de",
        owner=owner,
        single=not direct,
        generic=generic,
    )
    if polarity == "yes" and direct and draw.chance(0.06):
        return _with_two(draw, frame, setting)
    phrase = thing(draw, names, setting)
    if not verb.preposition and draw.chance(0.15) and "state" not in verb.options:
        phrase = phrase.followed_by(around(draw, subject.theme))
    if not verb.preposition:
        return with_phrase(verb, phrase)
    return Action(verb, phrase.english, [Word(verb.preposition, 0, (phrase.key,)), *phrase.french])


def _with_two(draw: Draw, frame: Frame, setting: Setting) -> Action:
    """An apple and two eggs, a cat or a dog."""
    names = tuple(name for name in frame.objects if name != "language") or ("book",)
    first, second = (described(draw, draw_noun(draw, names), setting) for _ in "12")
    if first.lemma == second.lemma:
        return with_phrase(frame.verb, first)
    english, french = ("or", "ou") if draw.chance(0.2) else ("and", "et")
    return with_phrase(frame.verb, in_a_row(first, linked(draw, english, french), second))


def _with_pronoun(draw: Draw, subject: Phrase, frame: Frame, name: str) -> Action:
    if name in PERSONS or name in ("kin", "people", "job"):
        pronoun = _other_than(draw, subject)
    else:
        mass = name in MASS_THEMES or (name in NOUN and NOUN[name].mass)
        pronoun = IT if mass else draw.choose((IT, THEM))
    english, clitic = object_pronoun(draw, pronoun)
    return Action(frame.verb, [english], [], clitic, (pronoun.gender, pronoun.plural))


def _other_than(draw: Draw, subject: Phrase) -> Pronoun:
    """An object pronoun that is not the subject's own person."""
    while True:
        pronoun = draw.pick(OBJECT_PRONOUNS)
        clash = {0: (0, 3), 3: (0, 3), 1: (1,)}.get(subject.person, ())
        if pronoun.person not in clash:
            return pronoun


def intransitive(draw: Draw, subject: Phrase, frame: Frame | None = None) -> Action:
    """A verb with a place, a manner, or nothing."""
    if frame is None:
        frame = draw.pick(INTRANSITIVE[_frame_name(subject, INTRANSITIVE)])
    if frame.objects and (draw.chance(0.5) or frame.verb.french == "habiter"):
        return with_phrase(frame.verb, _place_for(draw, subject, frame))
    if frame.manners and draw.chance(0.55):
        return _with_manner(draw, subject, frame)
    return Action(frame.verb)


def _place_for(draw: Draw, subject: Phrase, frame: Frame) -> Phrase:
    """The verb's places for people; animals stay where they live, or jump over something."""
    kinds = frame.objects
    if subject.theme in ("people", "kin", "job") or kinds[0] in ("water", "sky"):
        return place(draw, kinds)
    if "over" in kinds and draw.chance(0.7):
        return place(draw, ("over",))
    return around(draw, subject.theme)


def _with_manner(draw: Draw, subject: Phrase, frame: Frame) -> Action:
    manner = draw.choose(frame.manners)
    if manner == "together" and not subject.plural:
        return Action(frame.verb)
    if manner == "alone" and subject.plural:
        return Action(frame.verb)
    french, kind = MANNERS[manner]
    key = draw.key()
    if kind == "agrees" and subject.gender == "f":
        french += "e"
    if kind == "short":
        return Action(frame.verb, [Word(manner, key)], [], manner=(Word(french, key),))
    return Action(frame.verb, [Word(manner, key)], [Word(french, key)])


def ditransitive(draw: Draw, subject: Phrase, polarity: str = "yes") -> Action:
    """Give the book to Mary, give her the book."""
    frame = draw.pick(DITRANSITIVE)
    owner = own_possessive(subject)
    object_ = thing(draw, (draw.choose(frame.objects),), Setting(polarity != "yes", False, owner))
    if draw.chance(0.45):
        pronoun = _other_than(draw, subject)
        english, clitic = object_pronoun(draw, pronoun, indirect=True)
        if draw.chance(0.7) and "to" not in frame.verb.options:
            return Action(frame.verb, [english, *object_.english], object_.french, clitic)
        to = Word("to", 0, (english.key,))
        return Action(frame.verb, [*object_.english, to, english], object_.french, clitic)
    receiver = person(draw, Setting(owner=owner, single=True), pronouns=False)
    if draw.name_share > 1:
        receiver = name_phrase(draw)
    to_somebody = led_by(draw, "to", "à", receiver)
    return Action(
        frame.verb,
        [*object_.english, *to_somebody.english],
        [*object_.french, *to_somebody.french],
    )


def game(draw: Draw) -> Action:
    """Play tennis: jouer au tennis; play the piano: jouer du piano."""
    if draw.chance(0.6):
        noun = NOUN[draw.choose(SPORT_NAMES)]
        phrase = noun_phrase(draw, noun, "generic", plural=noun.always_plural)
        return Action(PLAY, phrase.english, [Word("à", 0, (phrase.key,)), *phrase.french])
    phrase = noun_phrase(draw, NOUN[draw.choose(INSTRUMENT_NAMES)], "the")
    return Action(PLAY, phrase.english, [Word("de", 0, (phrase.key,)), *phrase.french])


def wish(draw: Draw, subject: Phrase) -> Action:
    """Want to sleep, try to understand the text."""
    verb = draw.pick(CONTROL)
    inner = infinitive(draw, subject, plain_action(draw, subject))
    preposition = [Word(verb.preposition, 0, ())] if verb.preposition else []
    key = draw.key()
    to = Word("to", key)
    if preposition:
        preposition = [Word(verb.preposition, key)]
    return Action(verb, [to, *inner.english], [*preposition, *inner.french])


def taste(draw: Draw, subject: Phrase) -> Action:
    """Like dancing, stop crying."""
    verb = draw.pick(GERUND)
    inner = infinitive(draw, subject, plain_action(draw, subject), gerund=True)
    preposition = [Word(verb.preposition)] if verb.preposition else []
    return Action(verb, inner.english, [*preposition, *inner.french])


def plain_action(draw: Draw, subject: Phrase) -> Action:
    """An action that can be an infinitive: no state, no manner in front of the participle."""
    for _ in range(20):
        kind = draw.choose(("transitive", "transitive", "intransitive", "motion", "game"))
        if kind == "motion":
            return home(draw) if draw.chance(0.15) else Action(GO, *goal(draw)[:2])
        drawn = action(draw, subject, "yes", kind)
        if "state" not in drawn.verb.options and not drawn.manner and drawn.verb.french != "mourir":
            return drawn
    return Action(GO, *goal(draw)[:2])
