"""Set phrases with names, and the weather."""

from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.pair import Draft
from transformer_viz.training.grammar.participants import name_phrase
from transformer_viz.training.grammar.phrase import Phrase
from transformer_viz.training.grammar.phrasebook import Template, adverbials, read_phrases, spell
from transformer_viz.training.grammar.places import city, country
from transformer_viz.training.grammar.times import calendar_time

NAME_SLOT = "X"
MARKS = (".", "?", "!")
EXCLAIMED = 0.15
PLACED_WEATHER = ("raining", "snowing", "cold", "hot", "rain", "snow", "nice", "rains")
NOW = adverbials("weather now")
FIXED_TIMES = (*NOW, NOW[0])
PAST_FIXED = adverbials("weather past")
FUTURE_FIXED = adverbials("weather future")
SET_PHRASES = read_phrases("set_phrases")
WITH_NAME = Table(
    [template for template in SET_PHRASES if NAME_SLOT in template.english],
    [1.0] * sum(NAME_SLOT in template.english for template in SET_PHRASES),
)
SET_TABLE = Table(SET_PHRASES, [1.0] * len(SET_PHRASES))
WEATHER_TABLE = Table(read_phrases("weather"))


def set_phrase(draw: Draw) -> Draft:
    """A greeting or another phrase that is said as a whole."""
    wants_name = draw.name_share > 1 or draw.chance(0.12)
    template = draw.pick(WITH_NAME if wants_name else SET_TABLE)
    draft = _draft(draw, template)
    if NAME_SLOT in template.english:
        return _with_name(draw, draft)
    exclaims = draft.mark == "." and len(draft.english) < 5 and draw.chance(EXCLAIMED)
    return draft._replace(mark="!") if exclaims else draft


def _draft(draw: Draw, template: Template) -> Draft:
    """The words of a template that ends with its mark."""
    english, french = spell(draw, template)
    return Draft(english[:-1], french, english[-1].text)


def _with_name(draw: Draw, draft: Draft) -> Draft:
    name = name_phrase(draw).english[0].text
    renamed = [
        [word._replace(text=name) if word.text == NAME_SLOT else word for word in words]
        for words in (draft.english, draft.french)
    ]
    return Draft(renamed[0], renamed[1], draft.mark)


def weather(draw: Draw) -> Draft:
    """It is raining in London; it was cold yesterday."""
    draft = _draft(draw, draw.pick(WEATHER_TABLE))
    if draft.english[-1].text not in PLACED_WEATHER or not draw.chance(0.6):
        return draft
    words = [word.text for word in draft.english]
    if draw.chance(0.3):
        where = (city if draw.chance(0.6) else country)(draw, "in")
        return _extended(draft, where)
    if "was" in words or "rained" in words:
        return _extended(draft, Phrase(*spell(draw, draw.choose(PAST_FIXED))))
    if "will" in words or "going" in words:
        return _extended(draft, Phrase(*spell(draw, draw.choose(FUTURE_FIXED))))
    if draft.english[-1].text == "rains" or draw.chance(0.15):
        return _extended(draft, calendar_time(draw, "present"))
    return _extended(draft, Phrase(*spell(draw, draw.choose(FIXED_TIMES))))


def _extended(draft: Draft, phrase: Phrase) -> Draft:
    return Draft([*draft.english, *phrase.english], [*draft.french, *phrase.french], draft.mark)
