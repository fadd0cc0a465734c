"""Statements about actions."""

from transformer_viz.training.grammar.actions import action, game
from transformer_viz.training.grammar.clauses import (
    TENSES,
    Action,
    clause,
    fitting_tense,
    with_phrase,
)
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.movement import motion, posture
from transformer_viz.training.grammar.noun_phrases import (
    Setting,
    described,
    draw_noun,
    may_be_plural,
    noun_phrase,
)
from transformer_viz.training.grammar.nouns import NOUN, expand
from transformer_viz.training.grammar.participants import (
    kin,
    language,
    living_subject,
    own_possessive,
    person,
)
from transformer_viz.training.grammar.phrase import COMMA, Phrase, in_a_row
from transformer_viz.training.grammar.places import companion, led_by, place
from transformer_viz.training.grammar.small_words import ALSO, FREQUENCIES
from transformer_viz.training.grammar.times import tail_time
from transformer_viz.training.grammar.verbs import HELPLESS, parse_verb, verb_uses
from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_lists import word_list

OTHER_SUBJECTS = Table(
    ("vehicle", "device", "plant", "sun", "lesson", "museum"), (30, 18, 6, 14, 10, 14)
)
POLARITIES = Table(("yes", "not", "never"), (77, 18, 5))
SPEAKING = [use.verb for use in verb_uses("speak")]
LIKING = [use.verb for use in verb_uses("like")]
DONE = verb_uses("done")
EAT, DRINK = parse_verb("eat", "manger"), parse_verb("drink", "boire")
LIKED = expand(" ".join(word_list("liked")))
SHOPS = word_list("shops")


def doing(draw: Draw, subject: Phrase | None = None, short_tense: str = "") -> Phrase:
    """A statement about an action; a `short_tense` fixes the tense and leaves out the time."""
    subject = subject or (living_subject(draw) if draw.chance(0.95) else _other_subject(draw))
    polarity = draw.pick(POLARITIES)
    if subject.kind == "someone":
        subject, polarity = _someone_or_nobody(draw, subject)
    act = action(draw, subject, polarity)
    if "positive" in act.verb.options:
        polarity = "yes"
    tense = fitting_tense(draw, act.verb, short_tense or draw.pick(TENSES))
    if act.verb.french == "mourir":
        tense = draw.choose(("past", "past", "future"))
    if polarity == "never" and tense not in ("present", "past", "perfect", "future"):
        polarity = "not"
    act = _nothing_odd(draw, act, tense)
    if polarity == "yes" and tense == "present" and draw.chance(0.12):
        act = act._replace(adverb=_adverb(draw))
        return clause(draw, subject, act, tense)
    sentence = clause(draw, subject, act, tense, polarity)
    timeless = bool(short_tense) or polarity in ("never", "nobody") or "state" in act.verb.options
    time = None if timeless else tail_time(draw, tense)
    if time is None:
        return sentence
    if draw.chance(0.15):
        return in_a_row(time, COMMA, sentence)
    return sentence.followed_by(time)


def _someone_or_nobody(draw: Draw, subject: Phrase) -> tuple[Phrase, str]:
    """Nobody eats: personne ne mange; "someone" and "everyone" are not negated."""
    if not subject.english or subject.english[0].text == "who" or not draw.chance(0.3):
        return subject, "yes"
    key = subject.key
    return subject._replace(english=[Word("nobody", key)], french=[Word("personne", key)]), "nobody"


def _nothing_odd(draw: Draw, act: Action, tense: str) -> Action:
    """Manners like "bien" stay out of infinitives, where their place is unsure."""
    if act.manner and tense in ("can", "must", "should", "going"):
        return Action(act.verb)
    return act


def _adverb(draw: Draw) -> tuple[Word, Word]:
    english_word, french_word = ALSO if draw.chance(0.2) else draw.choose(FREQUENCIES)
    key = draw.key()
    return Word(english_word, key), Word(french_word, key)


def _other_subject(draw: Draw) -> Phrase:
    name = draw.pick(OTHER_SUBJECTS)
    if name == "sun":
        name = draw.choose(("sun", "moon", "star"))
        noun = NOUN[name]
        return noun_phrase(draw, noun, "the", name == "star")
    if name == "vehicle":
        return described(draw, NOUN[draw.choose(("train", "bus", "plane", "train"))])
    if name == "device":
        return described(draw, draw_noun(draw, ("device", "phone")), Setting(), 0.0)
    noun = NOUN[draw.choose(("lesson", "game", "museum", "library", "bank", "bakery", "plant"))]
    return noun_phrase(draw, noun, "the")


def sitting(draw: Draw) -> Phrase:
    subject = living_subject(draw)
    tense = draw.choose(("present", "progressive", "progressive", "past", "past"))
    act = posture(draw, subject, tense)
    polarity = "not" if draw.chance(0.08) else "yes"
    if "state" in act.verb.options and tense == "present":
        tense = "progressive"
    return clause(draw, subject, act, tense, polarity)


def speaking(draw: Draw) -> Phrase:
    """She speaks French well; I am learning Spanish."""
    subject = person(draw)
    verb = draw.choose(SPEAKING)
    phrase = language(draw, article=verb.french != "parler")
    act = with_phrase(verb, phrase)
    tense = draw.pick(TENSES)
    polarity = "not" if draw.chance(0.25) else "yes"
    if verb.french == "parler" and tense in ("present", "past", "future") and draw.chance(0.3):
        key = draw.key()
        act = act._replace(english=[*act.english, Word("well", key)], manner=(Word("bien", key),))
    sentence = clause(draw, subject, act, tense, polarity)
    time = tail_time(draw, tense, 0.12)
    return sentence if time is None else sentence.followed_by(time)


def liking(draw: Draw) -> Phrase:
    """I like cats: j'aime les chats; she does not love chocolate."""
    subject = living_subject(draw)
    verb = draw.choose(LIKING)
    noun = draw_noun(draw, LIKED)
    phrase = noun_phrase(draw, noun, "generic", may_be_plural(noun))
    if noun.single and not noun.mass:
        phrase = noun_phrase(draw, noun, "the")
    act = with_phrase(verb, phrase)
    tense = "present" if draw.chance(0.85) else "past"
    return clause(draw, subject, act, tense, "not" if draw.chance(0.25) else "yes")


def have_done(draw: Draw) -> Phrase:
    """She has already eaten an apple: elle a déjà mangé une pomme."""
    subject = person(draw)
    use = draw.choose(DONE)
    polarity = draw.choose(("yes", "yes", "yes", "not", "never"))
    setting = Setting(polarity != "yes", False, own_possessive(subject))
    noun = draw_noun(draw, expand(use.objects))
    done = described(draw, noun, setting)
    act = with_phrase(use.verb, done)
    if polarity == "yes" and draw.chance(0.55):
        key = draw.key()
        act = act._replace(adverb=(Word("already", key), Word("déjà", key)))
    return clause(draw, subject, act, "perfect", polarity)


def with_somebody(draw: Draw) -> Phrase:
    """An action in company: "plays with", "comes without"."""
    subject = person(draw)
    if subject.lemma in HELPLESS:
        subject = kin(draw)
    act = motion(draw) if draw.chance(0.67) else game(draw)
    if act.english[-1].text == "bed":
        act = game(draw)
    sentence = clause(draw, subject, act, draw.pick(TENSES))
    return sentence.followed_by(companion(draw, own_possessive(subject)))


def own_thing_bought(draw: Draw) -> Phrase:
    """A thing at a place: "buys bread at the bakery"."""
    subject = person(draw)
    owner_word = own_possessive(subject)
    noun = draw_noun(draw, expand("fruit staple drink"))
    bought = described(draw, noun, Setting(owner=owner_word), 0.6)
    where = led_by(draw, "at", "à", noun_phrase(draw, NOUN[draw.choose(SHOPS)], "the"))
    verb = parse_verb("buy", "acheter")
    tense = draw.pick(TENSES)
    act = with_phrase(verb, bought)
    return clause(draw, subject, act, tense).followed_by(where)


def eating_place(draw: Draw) -> Phrase:
    """Eats an apple in the kitchen."""
    subject = person(draw)
    verb, names = draw.choose(((EAT, "fruit dish staple"), (DRINK, "drink")))
    polarity = "not" if draw.chance(0.15) else "yes"
    food = described(
        draw, draw_noun(draw, expand(names)), Setting(polarity == "not", False, ""), 0.35
    )
    tense = draw.pick(TENSES)
    act = with_phrase(verb, food)
    where = place(draw, ("room", "place", "home", "room"))
    return clause(draw, subject, act, tense, polarity).followed_by(where)
