"""When: clock times, days, months, seasons, and the adverbials that suit a tense."""

from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.numbers import ENGLISH, english_number, french_number
from transformer_viz.training.grammar.phrase import Phrase, in_a_row, linked
from transformer_viz.training.grammar.phrasebook import adverbials, spell
from transformer_viz.training.grammar.small_words import DAYS, MONTHS, SEASONS
from transformer_viz.training.grammar.word import Word

TIMES_OF = {
    "present": Table(adverbials("present")),
    "progressive": Table(adverbials("progressive")),
    "past": Table(adverbials("past")),
    "future": Table(adverbials("future")),
    "going": Table(adverbials("future")),
}
NOON = adverbials("clock")
CALENDAR = Table(("clock", "day", "month", "season"), (40, 40, 20, 16))
# English, French, first and last hour.
PARTS_OF_DAY = (
    ("morning", "matin", 1, 11),
    ("evening", "soir", 6, 11),
    ("afternoon", "après-midi", 1, 6),
)


def tail_time(draw: Draw, tense: str, share: float = 0.34) -> Phrase | None:
    """A time adverbial that suits the tense, or None."""
    table = TIMES_OF.get(tense)
    if table is None or not draw.chance(share):
        return None
    if tense != "progressive" and draw.chance(0.3):
        return calendar_time(draw, tense)
    return Phrase(*spell(draw, draw.pick(table)))


def calendar_time(draw: Draw, tense: str) -> Phrase:
    """At three o'clock, on Monday, in June, in summer."""
    kind = draw.pick(CALENDAR)
    if kind == "day" and tense != "present":
        english, french = draw.choose(DAYS)
        return linked(draw, f"on {english}", french)
    if kind == "month":
        english, french = draw.choose(MONTHS)
        return _in(draw, english, "en", french)
    if kind == "season":
        return _in(draw, *draw.choose(SEASONS))
    return linked(draw, "at", "à").followed_by(clock(draw))


def _in(draw: Draw, english: str, preposition: str, french: str) -> Phrase:
    return linked(draw, "in", preposition).followed_by(linked(draw, english, french))


def clock(draw: Draw, halves: bool = False) -> Phrase:
    """Three o'clock, noon; with `halves` also half past two and a quarter past two."""
    if draw.chance(0.08):
        return Phrase(*spell(draw, draw.choose(NOON)))
    number = 1 + int(draw.rng.random() * 12)
    key, oclock = draw.key(), draw.key()
    hour = french_number(number, feminine=True)
    french = [Word(hour, key), Word("heure" if number == 1 else "heures", oclock)]
    if halves and draw.chance(0.35):
        return _past_the_hour(draw, number, french, key)
    return Phrase([Word(english_number(number), key), Word("o'clock", oclock)], french)


def _past_the_hour(draw: Draw, number: int, hour: list[Word], key: int) -> Phrase:
    part, past = draw.key(), draw.key()
    french = [hour[0], hour[1]._replace(key=0, also=(key,)), Word("et", past)]
    english_hour = [Word("past", past), Word(english_number(number), key)]
    if draw.chance(0.7):
        return Phrase([Word("half", part), *english_hour], [*french, Word("demie", part)])
    english = [Word("a", 0, (part,)), Word("quarter", part), *english_hour]
    return Phrase(english, [*french, Word("quart", part)])


def clock_sentence(draw: Draw) -> Phrase:
    """It is ten o'clock in the morning: il est dix heures du matin."""
    hour = clock(draw, halves=True)
    sentence = in_a_row(linked(draw, "it", "il"), linked(draw, "is", "est"), hour)
    if len(hour.english) == 1 or not draw.chance(0.25):
        return sentence
    hours = {text: number for number, text in ENGLISH.items()}
    number = next(hours[word.text] for word in hour.english if word.text in hours)
    fitting = [(part[0], part[1]) for part in PARTS_OF_DAY if part[2] <= number <= part[3]]
    if not fitting:
        return sentence
    english, french = draw.choose(fitting)
    key = draw.key()
    the = Phrase([Word("the", key)], [Word("le", key, article=True)])
    return in_a_row(sentence, linked(draw, "in", "de"), the, linked(draw, english, french))


def date_sentence(draw: Draw) -> Phrase:
    """Today is Monday; it is Friday; my birthday is in June."""
    english, french = draw.choose(DAYS)
    day, verb = linked(draw, english, french), linked(draw, "is", "est")
    kind = draw.choose(("today", "it", "birthday", "tomorrow"))
    if kind == "it":
        return in_a_row(linked(draw, "it", "ce"), verb, day)
    if kind == "birthday":
        return _birthday(draw)
    adverb = {"today": "aujourd'hui", "tomorrow": "demain"}[kind]
    comma = Phrase([], [Word(","), Word("ce", 0, (verb.key,))])
    return in_a_row(linked(draw, kind, adverb), comma, verb, day)


def _birthday(draw: Draw) -> Phrase:
    possessive = draw.choose((("my", "mon"), ("her", "son"), ("his", "son"), ("your", "ton")))
    english, french = draw.choose(MONTHS)
    return in_a_row(
        linked(draw, *possessive),
        linked(draw, "birthday", "anniversaire"),
        linked(draw, "is", "est"),
        _in(draw, english, "en", french),
    )
