"""What somebody or something is like: adjectives, judgements, comparisons."""

from transformer_viz.training.grammar import english
from transformer_viz.training.grammar.adjectives import (
    ADJECTIVE,
    AFTER_BE,
    BEFORE_VOWEL,
    BESIDE_NOUN,
    COMPARED,
    JUDGEMENTS,
    OPPOSITES,
    Adjective,
    adjective_form,
)
from transformer_viz.training.grammar.clauses import being, clause
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.french import starts_with_vowel
from transformer_viz.training.grammar.noun_phrases import (
    adjective_table,
    agreeing,
    draw_noun,
    may_be_plural,
    noun_phrase,
)
from transformer_viz.training.grammar.nouns import NOUN, Noun, expand
from transformer_viz.training.grammar.participants import (
    animal,
    genitive,
    it_phrase,
    language,
    name_phrase,
    owner,
    person,
)
from transformer_viz.training.grammar.phrase import Phrase, in_a_row, linked
from transformer_viz.training.grammar.small_words import DEGREES
from transformer_viz.training.grammar.word import Word, spread
from transformer_viz.training.grammar.word_lists import word_list

BE_TENSES = Table(("present", "past", "future"), (70, 23, 7))
THINGS = expand(" ".join(word_list("things with qualities")))
# "It is good" would be "C'est bon": only what is said of a thing in sight.
QUALITIES_OF_IT = Table([ADJECTIVE[word] for word in word_list("qualities of it")])
SUPERLATIVES = word_list("superlatives")


def quality(draw: Draw, subject: Phrase | None = None, tense: str = "") -> Phrase:
    """Is red, is very tired, is happy and rich."""
    subject = subject or _quality_subject(draw)
    tense = tense or draw.pick(BE_TENSES)
    polarity = "not" if subject.kind != "someone" and draw.chance(0.17) else "yes"
    phrase = quality_phrase(draw, subject)
    return clause(draw, subject, being(phrase), tense, polarity)


def _quality_subject(draw: Draw) -> Phrase:
    if draw.chance(0.42):
        return person(draw)
    if draw.chance(0.25):
        return animal(draw)
    if draw.chance(0.05):
        return language(draw)
    if draw.chance(0.1):
        noun = draw_noun(draw, ("sky", "body", "sun", "moon", "body", "music", "instrument"))
        if noun.theme == "body":
            return noun_phrase(draw, noun, draw.choose(("my", "his", "her", "your")))
        return noun_phrase(draw, noun, "the")
    if draw.chance(0.15):
        return genitive(draw, owner(draw), ("object", "clothes", "vehicle", "device", "room"))
    if draw.chance(0.05):
        return it_phrase(draw, "m", "object")
    noun = draw_noun(draw, THINGS)
    plural = may_be_plural(noun) and draw.chance(0.25 if noun.theme != "pair" else 0.8)
    determiner = draw.choose(("the", "the", "the", "these" if plural else "this", "my", "your"))
    if noun.theme in ("outside", "nature", "place") and determiner in ("my", "your"):
        determiner = "the"
    return noun_phrase(draw, noun, determiner, plural)


def quality_phrase(draw: Draw, subject: Phrase) -> Phrase:
    """An adjective for the subject, perhaps with a degree or a second adjective."""
    table = AFTER_BE.get(subject.lemma) or AFTER_BE.get(subject.theme)
    table = table or BESIDE_NOUN[subject.theme]
    if subject.kind == "it":
        table = QUALITIES_OF_IT
    first = draw.pick(table)
    phrase = agreeing(draw, first, subject)
    if draw.chance(0.22):
        degree = draw.choose(DEGREES)
        if first.english in ("dead", "open", "closed", "broken", "ready", "perfect", "empty",
                             "delicious", "impossible", "necessary", "full", "blind"):  # fmt: skip
            return phrase
        return linked(draw, *degree).followed_by(phrase)
    if draw.chance(0.1):
        second = draw.pick(table)
        if second.masculine != first.masculine and {first.english, second.english} not in OPPOSITES:
            link = draw.choose((("and", "et"), ("and", "et"), ("but", "mais")))
            return in_a_row(phrase, linked(draw, *link), agreeing(draw, second, subject))
    return phrase


def judgement(draw: Draw) -> Phrase:
    """It is easy: c'est facile; it is red: il est rouge (see `quality`)."""
    word = JUDGEMENTS[int(draw.rng.random() ** 1.5 * len(JUDGEMENTS))]
    adjective = next(a for table in AFTER_BE.values() for a in table.items if a.english == word)
    subject = linked(draw, draw.choose(("it", "it", "it", "that", "this")), "ce")
    phrase = agreeing(draw, adjective, subject)
    if draw.chance(0.3):
        phrase = linked(draw, "very", "très").followed_by(phrase)
        if word in ("perfect", "impossible", "necessary", "true", "false", "possible"):
            phrase = agreeing(draw, adjective, subject)
    polarity = "not" if draw.chance(0.25) else "yes"
    tense = "present" if draw.chance(0.8) else "past"
    return clause(draw, subject, being(phrase), tense, polarity)


def comparison(draw: Draw) -> Phrase:
    """Bigger than, as big as, less expensive than."""
    kind = draw.choose(("people", "animal", "thing", "people", "text", "food"))
    subject, other = _compared(draw, kind), _compared(draw, kind)
    while subject.lemma and subject.lemma == other.lemma:
        other = _compared(draw, kind)
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
        return noun_phrase(draw, noun, draw.choose(("the", "the", "a", "this")))
    if kind == "text":
        noun = draw_noun(draw, expand("text idea"))
        return noun_phrase(draw, noun, draw.choose(("the", "this", "my", "your")))
    if kind == "food":
        noun = draw_noun(draw, expand("fruit dish staple drink"))
        return noun_phrase(draw, noun, draw.choose(("the", "the", "my", "this")))
    noun = draw_noun(draw, expand("vehicle device object furniture"))
    return noun_phrase(draw, noun, draw.choose(("the", "this", "my", "your", "his", "her")))


def _comparative(draw: Draw, adjective: Adjective, subject: Phrase) -> Phrase:
    said = agreeing(draw, adjective, subject)
    if draw.chance(0.18):
        second_as = Phrase([Word("as", draw.key())], [])
        return in_a_row(linked(draw, "as", "aussi"), said, second_as)
    if draw.chance(0.12) and adjective.english != "good":
        return linked(draw, "less", "moins").followed_by(said)
    single = english.compared(adjective.english, "er")
    if adjective.english == "good":
        form = "meilleur" + "e" * (subject.gender == "f") + "s" * subject.plural
        return linked(draw, "better", form)
    if single:
        return Phrase(
            [Word(single, said.key)], [Word("plus", 0, (said.key,)), *said.french], key=said.key
        )
    return linked(draw, "more", "plus").followed_by(said)


def superlative(draw: Draw) -> Phrase:
    """This is the biggest house; Tom is the tallest boy."""
    theme = draw.choose(("animal", "vehicle", "text", "people", "place", "outside", "people"))
    if theme == "people":
        subject = name_phrase(draw)
        noun = NOUN[draw.choose(("girl", "woman") if subject.gender == "f" else ("boy", "man"))]
    else:
        noun = draw_noun(draw, expand(theme))
        subject = linked(draw, draw.choose(("this", "it", "that")), "ce")
    table = adjective_table(noun)
    adjective = draw.pick(table)
    while adjective.english not in SUPERLATIVES:
        adjective = draw.pick(table) if draw.chance(0.8) else ADJECTIVE["big"]
    return clause(draw, subject, being(_most(draw, noun, adjective)))


def _most(draw: Draw, noun: Noun, adjective: Adjective) -> Phrase:
    """The biggest house: la plus grande maison; the fastest car: la voiture la plus rapide."""
    form = adjective_form(adjective, noun.gender == "f", False)
    article, key, noun_key, most = draw.key(), draw.key(), draw.key(), draw.key()
    single = english.compared(adjective.english, "est")
    the = Word("la" if noun.gender == "f" else "le", article, (), article=True)
    plus = Word("plus", 0, (key,)) if single else Word("plus", most)
    graded = [Word(single, key)] if single else [Word("most", most), Word(adjective.english, key)]
    english_noun = [Word(text, noun_key) for text in noun.english[-1:]]
    french_noun = spread(noun.french, noun_key)
    english_words = [Word("the", article), *graded, *english_noun]
    if adjective.before:
        if starts_with_vowel(noun.french[0]) and noun.gender == "m":
            form = BEFORE_VOWEL.get(form, form)
        return Phrase(english_words, [the, plus, Word(form, key), *french_noun])
    again = Word(the.text, 0, (article,))
    return Phrase(english_words, [the, *french_noun, again, plus, Word(form, key)])
