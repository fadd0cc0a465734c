"""Questions: yes or no, and who, what, where, when, why, how."""

from transformer_viz.training.grammar.actions import action
from transformer_viz.training.grammar.clauses import (
    Action,
    being,
    clause,
    fitting_tense,
    with_phrase,
)
from transformer_viz.training.grammar.conjugation import conjugate
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.movement import motion
from transformer_viz.training.grammar.noun_phrases import (
    KNOWN,
    PLAIN,
    described,
    draw_noun,
    noun_phrase,
)
from transformer_viz.training.grammar.nouns import NOUN, expand
from transformer_viz.training.grammar.participants import (
    living_subject,
    name_phrase,
    person,
    pronoun_phrase,
)
from transformer_viz.training.grammar.phrase import COMMA, Phrase, in_a_row, linked
from transformer_viz.training.grammar.places import around
from transformer_viz.training.grammar.sentences_being import existence, thing_here
from transformer_viz.training.grammar.sentences_orders import please
from transformer_viz.training.grammar.sentences_qualities import quality_phrase
from transformer_viz.training.grammar.small_words import PRONOUNS
from transformer_viz.training.grammar.times import tail_time
from transformer_viz.training.grammar.verbs import (
    INTRANSITIVE,
    TRANSITIVE,
    Verb,
    parse_verb,
    verb_uses,
)
from transformer_viz.training.grammar.word import Word

YOU, HE, SHE, WE, THEY = PRONOUNS[3], PRONOUNS[1], PRONOUNS[2], PRONOUNS[4], PRONOUNS[5]
ASKED_TENSES = Table(
    ("present", "past", "future", "can", "progressive", "perfect", "going", "must"),
    (42, 18, 9, 12, 10, 3, 3, 2),
)
DO = parse_verb("do", "faire")
INVERTED = {
    "present": ("suis-je", "es-tu", "est-il", "sommes-nous", "sont-ils"),
    "past": ("étais-je", "étais-tu", "était-il", "étions-nous", "étaient-ils"),
}
LIVE = parse_verb("live", "habiter", "state")
SLEEP = parse_verb("sleep", "dormir")
GO_VERB = parse_verb("go", "aller")
WHERE_VERBS = [use.verb for use in verb_uses("where")]
WHERE_TENSES = Table(("present", "progressive", "past", "future"), (50, 20, 20, 10))


def asked_subject(draw: Draw) -> Phrase:
    """Mostly "you"."""
    if draw.chance(0.42 / max(1.0, draw.name_share / 2)):
        return pronoun_phrase(draw, YOU)
    return living_subject(draw)


def yes_no(draw: Draw) -> Phrase:
    """Do you see the small house? Is the cat black? Can he swim?"""
    kind = draw.choose(("do", "do", "do", "do", "quality", "where", "there", "do"))
    if kind == "there":
        return existence(draw, asked=True)
    subject = asked_subject(draw)
    if kind == "quality":
        tense = draw.choose(("present", "present", "past"))
        return clause(draw, subject, being(quality_phrase(draw, subject)), tense, asked=True)
    if kind == "where":
        subject = subject if draw.chance(0.5) else thing_here(draw)
        return clause(draw, subject, being(around(draw, subject.theme)), asked=True)
    act = action(draw, subject)
    if act.verb.french in ("mourir", "devoir"):
        return yes_no(draw)
    tense = fitting_tense(draw, act.verb, draw.pick(ASKED_TENSES))
    if act.manner and tense in ("can", "going", "must"):
        act = Action(act.verb)
    sentence = clause(draw, subject, act, tense, asked=True)
    time = None if "state" in act.verb.options else tail_time(draw, tense, 0.12)
    return sentence if time is None else sentence.followed_by(time)


def may_have(draw: Draw) -> Phrase:
    """Can I have a coffee, please? est-ce que je peux avoir un café, s'il te plaît ?"""
    subject = pronoun_phrase(draw, draw.choose((PRONOUNS[0], PRONOUNS[0], WE)))
    if draw.chance(0.45):
        noun = NOUN[draw.choose(("coffee", "tea", "lemonade", "juice"))]
        wanted = noun_phrase(draw, noun, "a")
    else:
        wanted = described(draw, draw_noun(draw, expand("fruit staple drink dish object")), PLAIN)
    have = parse_verb("have", "avoir")
    question = clause(draw, subject, with_phrase(have, wanted), "can", asked=True)
    if draw.chance(0.5):
        return question
    return in_a_row(question, COMMA, please(draw))


def _wh(draw: Draw, english: str, french: str, sentence: Phrase) -> Phrase:
    """A question word before a question."""
    return linked(draw, english, french).followed_by(sentence)


def what(draw: Draw) -> Phrase:
    """What do you eat? What is he doing?"""
    subject = asked_subject(draw)
    if draw.chance(0.15):
        tense = draw.choose(("progressive", "progressive", "past", "future"))
        act = Action(DO)
    else:
        act = Action(_verb_with_thing(draw, subject))
        tense = fitting_tense(draw, act.verb, draw.pick(ASKED_TENSES))
    return _wh(draw, "what", "que", clause(draw, subject, act, tense, asked=True))


def _verb_with_thing(draw: Draw, subject: Phrase) -> Verb:
    table = TRANSITIVE.get(subject.theme, TRANSITIVE["people"])
    while True:
        frame = draw.pick(table)
        name = frame.objects[0]
        if not frame.verb.preposition and not frame.verb.complement and name not in (
            "people", "kin", "language", "question"
        ):  # fmt: skip
            return frame.verb


def whom(draw: Draw) -> Phrase:
    """Who do you see? qui est-ce que tu vois ?"""
    subject = asked_subject(draw)
    frames = [f for f in TRANSITIVE["people"].items if f.objects[0] == "people"]
    frame = draw.choose(frames)
    tense = fitting_tense(draw, frame.verb, draw.choose(("present", "progressive", "past")))
    return _wh(draw, "who", "qui", clause(draw, subject, Action(frame.verb), tense, asked=True))


def who(draw: Draw) -> Phrase:
    """Who is eating the apple? Who is your teacher?"""
    asked = linked(draw, "who", "qui")._replace(kind="someone", theme="people")
    if draw.chance(0.3):
        other = person(draw, KNOWN, pronouns=False)
        if draw.chance(0.4):
            noun = draw_noun(draw, ("people",))
            other = noun_phrase(draw, noun, draw.choose(("this", "that", "the")))
        if other.plural:
            other = name_phrase(draw)
        return clause(draw, asked, being(other))
    if draw.chance(0.15):
        return clause(draw, asked, being(quality_phrase(draw, asked)))
    act = action(draw, asked)
    tense = fitting_tense(draw, act.verb, draw.pick(ASKED_TENSES))
    if tense in ("can", "must", "going"):
        act = act._replace(manner=()) if not act.manner else Action(act.verb)
    return clause(draw, asked, act, tense)


def where_is(draw: Draw) -> Phrase:
    """Where is the keyboard? où est le clavier ? Where is he? où est-il ?"""
    tense = "present" if draw.chance(0.85) else "past"
    if draw.chance(0.2):
        pronoun = draw.choose(PRONOUNS)
        sentence = clause(draw, pronoun_phrase(draw, pronoun), being(Phrase([], [])), tense)
        return _inverted(draw, sentence, pronoun.person, pronoun.gender, tense)
    subject = thing_here(draw) if draw.chance(0.65) else person(draw, KNOWN, pronouns=False)
    if draw.chance(0.1):
        subject = described(draw, draw_noun(draw, expand("animal")), KNOWN)
    return be_first(draw, "where", "où", subject, tense)


def be_first(draw: Draw, english: str, french: str, subject: Phrase, tense: str) -> Phrase:
    statement = clause(draw, subject, being(Phrase([], [])), tense)
    verb_english, verb_french = statement.english[-1:], statement.french[-1:]
    question = Phrase([*verb_english, *subject.english], [*verb_french, *subject.french])
    return _wh(draw, english, french, question)


def _inverted(draw: Draw, statement: Phrase, person_index: int, gender: str, tense: str) -> Phrase:
    """Est-il, as two words: est and -il."""
    subject, verb = statement.english[0], statement.english[-1]
    form = INVERTED[tense][person_index]
    text, _, pronoun = form.partition("-")
    pronoun = "elle" if gender == "f" else pronoun
    french = [Word(text, verb.key), Word("-" + pronoun, subject.key)]
    return _wh(draw, "where", "où", Phrase([verb, subject], french))


def where_do(draw: Draw) -> Phrase:
    """Where do you live? où est-ce que tu habites ?"""
    subject = asked_subject(draw)
    verb = draw.choose(WHERE_VERBS)
    if subject.theme not in ("people", "kin", "job"):
        verb = draw.choose((LIVE, SLEEP, GO_VERB))
    tense = fitting_tense(draw, verb, draw.pick(WHERE_TENSES))
    return _wh(draw, "where", "où", clause(draw, subject, Action(verb), tense, asked=True))


def when(draw: Draw) -> Phrase:
    """When does the train arrive?"""
    frames = INTRANSITIVE["people"].items
    wanted = [
        f for f in frames if f.verb.base in ("arrive", "come", "return", "leave", "eat", "get")
    ]
    if draw.chance(0.35):
        subject = noun_phrase(draw, NOUN[draw.choose(("train", "bus", "plane"))], "the")
        wanted = [f for f in frames if f.verb.base in ("arrive", "leave")]
    elif draw.chance(0.3):
        subject = noun_phrase(
            draw, NOUN[draw.choose(("lesson", "game", "museum", "library"))], "the"
        )
        wanted = list(INTRANSITIVE[subject.lemma].items)
    else:
        subject = asked_subject(draw)
        if subject.theme not in ("people", "kin", "job"):
            subject = pronoun_phrase(draw, YOU)
    act = Action(draw.choose(wanted).verb)
    tense = draw.choose(("present", "future", "past", "present"))
    return _wh(draw, "when", "quand", clause(draw, subject, act, tense, asked=True))


def why(draw: Draw) -> Phrase:
    """Why is the baby crying? Why are you sad?"""
    subject = asked_subject(draw)
    polarity = "not" if draw.chance(0.2) else "yes"
    if draw.chance(0.35):
        phrase = quality_phrase(draw, subject)
        question = clause(draw, subject, being(phrase), "present", polarity, asked=True)
        return _wh(draw, "why", "pourquoi", question)
    act = action(draw, subject, polarity)
    if act.verb.french in ("mourir", "devoir") or act.manner:
        return why(draw)
    tense = fitting_tense(draw, act.verb, draw.choose(("present", "progressive", "past")))
    question = clause(draw, subject, act, tense, polarity, asked=True)
    return _wh(draw, "why", "pourquoi", question)


def how(draw: Draw) -> Phrase:
    """How do you go to school? How is your mother?"""
    if draw.chance(0.5):
        subject = person(draw, KNOWN, pronouns=False)
        question = be_first(draw, "how", "comment", subject, "present")
        verb = conjugate("aller", "present", subject.person)
        french = [word._replace(text=verb) if i == 1 else word
                  for i, word in enumerate(question.french)]  # fmt: skip
        return question._replace(french=french)
    subject = asked_subject(draw)
    if subject.theme not in ("people", "kin", "job"):
        subject = pronoun_phrase(draw, YOU)
    tense = draw.choose(("present", "future", "past"))
    return _wh(draw, "how", "comment", clause(draw, subject, motion(draw), tense, asked=True))
