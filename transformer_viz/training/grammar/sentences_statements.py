"""Statements about actions and about being."""

from transformer_viz.training.grammar import english
from transformer_viz.training.grammar.actions import (
    action,
    being,
    game,
    posture,
)
from transformer_viz.training.grammar.clauses import BE, TENSES, Action, clause, fitting_tense
from transformer_viz.training.grammar.conjugation import conjugate
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.lexicon import (
    AFTER_BE,
    COMPARED,
    NOUN,
    Adjective,
    Noun,
    expand,
    parse_verb,
)
from transformer_viz.training.grammar.lexicon_adjectives import AVOIR_STATES, JUDGEMENTS
from transformer_viz.training.grammar.lexicon_small import (
    ALSO,
    FREQUENCIES,
    FUTURE_TIMES,
    NOW_TIMES,
    PAST_TIMES,
    PRESENT_TIMES,
)
from transformer_viz.training.grammar.noun_phrases import (
    BESIDE_NOUN,
    Setting,
    adjective_form,
    described,
    draw_noun,
    noun_phrase,
    random_adjectives,
)
from transformer_viz.training.grammar.participants import (
    animal,
    genitive,
    it_phrase,
    language,
    own_possessive,
    owner,
    person,
)
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.phrasebook import Template, read_templates, spell
from transformer_viz.training.grammar.places import around, companion, led_by, place
from transformer_viz.training.grammar.word import Word


def _times(text: str) -> Table[Template]:
    return Table(read_templates(text))


TIMES_OF = {
    "present": _times(PRESENT_TIMES),
    "progressive": _times(NOW_TIMES),
    "past": _times(PAST_TIMES),
    "future": _times(FUTURE_TIMES),
    "going": _times(FUTURE_TIMES),
}
OTHER_SUBJECTS = Table(
    ("vehicle", "device", "plant", "sun", "lesson", "museum"), (30, 18, 6, 14, 10, 14)
)
BE_TENSES = Table(("present", "past", "future"), (70, 23, 7))
POLARITIES = Table(("yes", "not", "never"), (77, 18, 5))
DEGREES = (("very", "très"), ("very", "très"), ("too", "trop"), ("so", "si"))
AVOIR = [tuple(line.split()) for line in AVOIR_STATES.strip().splitlines()]
AVOIR_TABLE = Table(AVOIR)
THINGS = expand(
    "object furniture container clothes pair device text idea vehicle room place outside nature "
    "fruit dish staple drink house_part"
)
FEARED = expand("animal animal insect")


def tail_time(draw: Draw, tense: str, share: float = 0.22) -> Phrase | None:
    """A time adverbial that suits the tense, or None."""
    table = TIMES_OF.get(tense)
    if table is None or not draw.chance(share):
        return None
    return Phrase(*spell(draw, draw.pick(table)))


def living_subject(draw: Draw) -> Phrase:
    return person(draw) if draw.chance(0.74) else animal(draw)


def doing(draw: Draw, subject: Phrase | None = None, short: bool = False) -> Phrase:
    """A statement about an action; `short` leaves out times and rarer tenses."""
    subject = subject or (living_subject(draw) if draw.chance(0.95) else _other_subject(draw))
    polarity = draw.pick(POLARITIES)
    act = action(draw, subject, polarity)
    if "positive" in act.verb.options:
        polarity = "yes"
    tense = draw.choose(("present", "past")) if short else draw.pick(TENSES)
    tense = fitting_tense(draw, act.verb, tense)
    if act.verb.french == "mourir":
        tense = draw.choose(("past", "past", "future"))
    if polarity == "never" and tense not in ("present", "past", "perfect", "future"):
        polarity = "not"
    act = _nothing_odd(draw, act, tense)
    if polarity == "yes" and tense == "present" and draw.chance(0.12):
        act = act._replace(adverb=_adverb(draw))
        return clause(draw, subject, act, tense)
    sentence = clause(draw, subject, act, tense, polarity)
    timeless = short or polarity == "never" or "state" in act.verb.options
    time = None if timeless else tail_time(draw, tense)
    if time is None:
        return sentence
    if draw.chance(0.15):
        return _fronted(time, sentence)
    return sentence.followed_by(time)


def _nothing_odd(draw: Draw, act: Action, tense: str) -> Action:
    """Manners like "bien" stay out of infinitives, where their place is unsure."""
    if act.manner and tense in ("can", "must", "should", "going"):
        return Action(act.verb)
    return act


def _adverb(draw: Draw) -> tuple[Word, Word]:
    english_word, french_word = ALSO if draw.chance(0.2) else draw.choose(FREQUENCIES)
    key = draw.key()
    return Word(english_word, key), Word(french_word, key)


def _fronted(time: Phrase, sentence: Phrase) -> Phrase:
    comma = Word(",", -2)
    return Phrase(
        [*time.english, comma, *sentence.english], [*time.french, comma, *sentence.french]
    )


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


def with_somebody(draw: Draw) -> Phrase:
    """An action in company: "plays with", "comes without"."""
    subject = person(draw)
    kind = draw.choose(("motion", "game", "motion"))
    act = action(draw, subject, "yes", kind) if kind == "motion" else game(draw)
    tense = draw.pick(TENSES)
    return clause(draw, subject, act, tense).followed_by(companion(draw))


def quality(draw: Draw, subject: Phrase | None = None) -> Phrase:
    """Is red, is very tired, is happy and rich."""
    subject = subject or _quality_subject(draw)
    tense, polarity = draw.pick(BE_TENSES), "not" if draw.chance(0.17) else "yes"
    phrase = quality_phrase(draw, subject)
    return clause(draw, subject, being(phrase), tense, polarity)


def _quality_subject(draw: Draw) -> Phrase:
    if draw.chance(0.42):
        return person(draw)
    if draw.chance(0.25):
        return animal(draw)
    if draw.chance(0.05):
        return language(draw)
    if draw.chance(0.08):
        noun = draw_noun(draw, ("sky", "body", "music", "instrument"))
        if noun.theme == "body":
            return noun_phrase(draw, noun, draw.choose(("my", "his", "her", "your")))
        return noun_phrase(draw, noun, "the")
    if draw.chance(0.15):
        return genitive(draw, owner(draw), ("object", "clothes", "vehicle", "device", "room"))
    if draw.chance(0.08):
        return it_phrase(draw, "m", "object")
    noun = draw_noun(draw, THINGS)
    plural = not noun.mass and draw.chance(0.25 if noun.theme != "pair" else 0.8)
    determiner = draw.choose(("the", "the", "the", "these" if plural else "this", "my", "your"))
    if noun.theme in ("outside", "nature", "place") and determiner in ("my", "your"):
        determiner = "the"
    return noun_phrase(draw, noun, determiner, plural)


def quality_phrase(draw: Draw, subject: Phrase) -> Phrase:
    """An adjective for the subject, perhaps with a degree or a second adjective."""
    table = AFTER_BE.get(subject.theme) or BESIDE_NOUN[subject.theme]
    first = draw.pick(table)
    phrase = _agreeing(draw, first, subject)
    if draw.chance(0.22):
        english_word, french_word = draw.choose(DEGREES)
        if first.english in ("dead", "open", "closed", "broken", "ready", "perfect", "empty",
                             "delicious", "impossible", "necessary", "full", "blind"):  # fmt: skip
            return phrase
        key = draw.key()
        return Phrase([Word(english_word, key)], [Word(french_word, key)]).followed_by(phrase)
    if draw.chance(0.1):
        second = draw.pick(table)
        if second.masculine != first.masculine and not {first.english, second.english} in CLASHES:
            return _joined(draw, phrase, _agreeing(draw, second, subject))
    return phrase


CLASHES = [
    {"big", "small"}, {"new", "old"}, {"young", "old"}, {"hot", "cold"}, {"happy", "sad"},
    {"open", "closed"}, {"dirty", "clean"}, {"full", "empty"}, {"fast", "slow"}, {"rich", "poor"},
    {"easy", "difficult"}, {"long", "short"}, {"good", "bad"}, {"true", "false"}, {"wide", "narrow"},
    {"possible", "impossible"}, {"strong", "weak"}, {"modern", "old"}, {"interesting", "boring"},
    {"tired", "dead"}, {"sick", "dead"}, {"old", "dead"}, {"calm", "nervous"}, {"calm", "angry"},
    {"heavy", "light"}, {"expensive", "cheap"}, {"simple", "difficult"}, {"busy", "free"},
]  # fmt: skip


def _agreeing(draw: Draw, adjective: Adjective, subject: Phrase) -> Phrase:
    key = draw.key()
    form = adjective_form(adjective, subject.gender == "f", subject.plural)
    return Phrase([Word(adjective.english, key)], [Word(form, key)], key=key)


def _joined(draw: Draw, first: Phrase, second: Phrase) -> Phrase:
    english_word, french_word = draw.choose((("and", "et"), ("and", "et"), ("but", "mais")))
    key = draw.key()
    link = Phrase([Word(english_word, key)], [Word(french_word, key)])
    return first.followed_by(link).followed_by(second)


def judgement(draw: Draw) -> Phrase:
    """It is easy: c'est facile; it is red: il est rouge (see `quality`)."""
    adjectives = JUDGEMENTS.split()
    word = adjectives[int(draw.rng.random() ** 1.5 * len(adjectives))]
    adjective = next(a for table in AFTER_BE.values() for a in table.items if a.english == word)
    key = draw.key()
    demonstrative = draw.choose(("it", "it", "it", "that", "this"))
    subject = Phrase([Word(demonstrative, key)], [Word("ce", key)])
    phrase = _agreeing(draw, adjective, subject)
    if draw.chance(0.3):
        degree = draw.key()
        phrase = Phrase([Word("very", degree)], [Word("très", degree)]).followed_by(phrase)
        if word in ("perfect", "impossible", "necessary", "true", "false", "possible"):
            phrase = _agreeing(draw, adjective, subject)
    polarity = "not" if draw.chance(0.25) else "yes"
    tense = "present" if draw.chance(0.8) else "past"
    return clause(draw, subject, being(phrase), tense, polarity)


def whereabouts(draw: Draw) -> Phrase:
    """Is in the kitchen, was on the table."""
    if draw.chance(0.45):
        subject = living_subject(draw)
    else:
        subject = thing_here(draw)
    where = around(draw, subject.theme)
    tense, polarity = draw.pick(BE_TENSES), "not" if draw.chance(0.15) else "yes"
    return clause(draw, subject, being(where), tense, polarity)


def thing_here(draw: Draw) -> Phrase:
    """A thing that can be looked for: the keys, my phone, Anna's book."""
    names = expand("object object container clothes pair device vehicle text fruit dish furniture")
    if draw.chance(0.2):
        return genitive(draw, owner(draw), (draw.choose(names),))
    if draw.chance(0.12):
        noun = draw_noun(draw, ("place", "room"))
        return noun_phrase(draw, noun, "the", False, random_adjectives(draw, noun.theme, 0.15))
    noun = draw_noun(draw, (draw.choose(names),))
    plural = draw.chance(0.2 if noun.theme != "pair" else 0.9)
    determiner = draw.choose(("the", "the", "my", "your", "his", "her"))
    adjectives = random_adjectives(draw, noun.theme, 0.2)
    return noun_phrase(draw, noun, determiner, plural, adjectives)


THERE = parse_verb("be was been", "avoir", "state")


def existence(draw: Draw, asked: bool = False) -> Phrase:
    """There is a cat on the table; there are no apples; is there a bank here?"""
    theme = draw.choose(expand("animal people object fruit drink staple furniture place text nature "
                               "container vehicle"))  # fmt: skip
    noun = draw_noun(draw, (theme,))
    negated = not asked and draw.chance(0.22)
    plural = not noun.mass and draw.chance(0.45)
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
    adjectives = random_adjectives(draw, noun.theme, 0.2)
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


def feeling(draw: Draw) -> Phrase:
    """I am hungry: j'ai faim; I am afraid of dogs: j'ai peur des chiens."""
    subject = living_subject(draw)
    word, french_noun = draw.pick(AVOIR_TABLE)
    verb = parse_verb("be was been", f"avoir {french_noun}", "state")
    tense, polarity = draw.pick(BE_TENSES), "not" if draw.chance(0.2) else "yes"
    act = _feeling_action(draw, subject, verb, word)
    return clause(draw, subject, act, tense, polarity)


def _feeling_action(draw: Draw, subject: Phrase, verb: object, word: str) -> Action:
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


def comparison(draw: Draw) -> Phrase:
    """Bigger than, as big as, less expensive than."""
    kind = draw.choose(("people", "animal", "thing", "people", "text", "food"))
    subject, other = _compared(draw, kind), _compared(draw, kind)
    adjective = draw.pick(COMPARED[kind])
    compared = _comparative(draw, adjective, subject)
    tense, polarity = draw.choose(("present", "present", "past")), draw.chance(0.12)
    sentence = clause(draw, subject, being(compared), tense, "not" if polarity else "yes")
    link = compared.english[-1].text if compared.english[-1].text == "as" else "than"
    key = compared.english[-1].key if link == "as" else draw.key()
    than = Phrase([] if link == "as" else [Word("than", key)], [Word("que", key)])
    return sentence.followed_by(than).followed_by(other)


def _compared(draw: Draw, kind: str) -> Phrase:
    if kind == "people":
        return person(draw, pronouns=False)
    if kind == "animal":
        noun = draw_noun(draw, expand("animal"))
        return noun_phrase(draw, noun, draw.choose(("the", "the", "a", "my", "this")))
    if kind == "text":
        noun = draw_noun(draw, expand("text idea"))
        return noun_phrase(draw, noun, draw.choose(("the", "this", "my", "your")))
    if kind == "food":
        noun = draw_noun(draw, expand("fruit dish staple drink"))
        return noun_phrase(draw, noun, draw.choose(("the", "the", "my", "this")))
    noun = draw_noun(draw, expand("vehicle device object furniture"))
    return noun_phrase(draw, noun, draw.choose(("the", "this", "my", "your", "his", "her")))


def _comparative(draw: Draw, adjective: Adjective, subject: Phrase) -> Phrase:
    form = adjective_form(adjective, subject.gender == "f", subject.plural)
    key, degree = draw.key(), draw.key()
    if draw.chance(0.18):
        as_key = draw.key()
        english_words = [Word("as", degree), Word(adjective.english, key), Word("as", as_key)]
        return Phrase(english_words, [Word("aussi", degree), Word(form, key)])
    if draw.chance(0.12) and adjective.english != "good":
        return Phrase(
            [Word("less", degree), Word(adjective.english, key)],
            [Word("moins", degree), Word(form, key)],
        )
    single = english.compared(adjective.english, "er")
    if adjective.english == "good":
        form = "meilleur" + "e" * (subject.gender == "f") + "s" * subject.plural
        return Phrase([Word("better", key)], [Word(form, key)])
    if single:
        return Phrase([Word(single, key)], [Word("plus", 0, (key,)), Word(form, key)])
    return Phrase(
        [Word("more", degree), Word(adjective.english, key)],
        [Word("plus", degree), Word(form, key)],
    )


def own_thing_bought(draw: Draw) -> Phrase:
    """A thing at a place: "buys bread at the bakery"."""
    subject = person(draw)
    owner_word = own_possessive(subject)
    noun = draw_noun(draw, expand("fruit staple drink"))
    bought = described(draw, noun, Setting(owner=owner_word), 0.6)
    where = led_by(draw, "at", "à", noun_phrase(draw, NOUN[draw.choose(SHOPS)], "the"))
    verb = parse_verb("buy bought bought", "acheter")
    tense = draw.pick(TENSES)
    act = Action(verb, bought.english, bought.french)
    return clause(draw, subject, act, tense).followed_by(where)


SHOPS = ("market", "bakery", "supermarket", "market")


def eating_place(draw: Draw) -> Phrase:
    """Eats an apple in the kitchen."""
    subject = person(draw)
    verb, names = draw.choose((("eat ate eaten", "fruit dish staple"), ("drink drank drunk", "drink")))
    infinitive_form = "manger" if verb.startswith("eat") else "boire"
    polarity = "not" if draw.chance(0.15) else "yes"
    food = described(
        draw, draw_noun(draw, expand(names)), Setting(polarity == "not", False, ""), 0.35
    )
    tense = draw.pick(TENSES)
    act = Action(parse_verb(verb, infinitive_form), food.english, food.french)
    where = place(draw, ("room", "place", "home", "room"))
    return clause(draw, subject, act, tense, polarity).followed_by(where)


BE_VERB = BE
