"""What training sees: clean pairs, made robust against how visitors type.

Invented names and nouns must be copied; capitals and full stops may be missing in English, while
the French side is always well-formed; one text may hold several sentences.
"""

import random
from dataclasses import replace

from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.pair import Draft, Pair, Side, finish, join_pairs
from transformer_viz.training.grammar.sentences import draft, sentence_pair

INVENTED_NAME = 0.28  # of single sentences; a third of all texts, since some hold two sentences
INVENTED_NOUN = 0.06
NAME_SHARE = 4.0
REAL_NAMES = 0.25  # of the invented ones
LOWER, NO_STOP, LOWER_NO_STOP, EXCLAIMED = 0.12, 0.12, 0.05, 0.03
TWO, THREE = 0.15, 0.02
ALL_LOWER = 0.3  # of the texts without a capital
VARIANTS = ("lower", "no_stop", "lower_no_stop", "two")


def augmented_pair(rng: random.Random) -> Pair:
    """One text of training: one to three sentences, perhaps with invented words or sloppy."""
    chance = rng.random()
    pair = _sentence(rng)
    if chance < TWO + THREE:
        pair = join_pairs(pair, _sentence(rng))
    if chance < THREE:
        pair = join_pairs(pair, _sentence(rng))
    return _sloppy(rng, pair)


def _sentence(rng: random.Random) -> Pair:
    chance = rng.random()
    if chance < INVENTED_NAME:
        return invented_name_pair(rng, REAL_NAMES)
    if chance < INVENTED_NAME + INVENTED_NOUN:
        return invented_noun_pair(rng)
    return sentence_pair(rng)


def _sloppy(rng: random.Random, pair: Pair) -> Pair:
    chance = rng.random()
    if chance < LOWER:
        return lower_all(pair) if rng.random() < ALL_LOWER else variant(pair, "lower")
    if chance < LOWER + NO_STOP:
        return variant(pair, "no_stop")
    if chance < LOWER + NO_STOP + LOWER_NO_STOP:
        pair = lower_all(pair) if rng.random() < ALL_LOWER else variant(pair, "lower")
        return variant(pair, "no_stop")
    if chance < LOWER + NO_STOP + LOWER_NO_STOP + EXCLAIMED:
        return exclaimed(pair)
    return pair


def invented_name_pair(rng: random.Random, real_share: float = 0.0) -> Pair:
    """A clean pair in which every personal name is made up; there is at least one.

    Args:
        real_share: share of names that are real ones which the lexicon does not have, in [0, 1].
    """
    while True:
        draw = Draw(rng, name_share=NAME_SHARE, invents_names=True, real_share=real_share)
        drawn = draft(draw)
        if _holds_invented(draw, drawn):
            return finish(drawn)


def _holds_invented(draw: Draw, drawn: Draft) -> bool:
    return any(word.text in draw.invented for word in drawn.english)


def invented_noun_pair(rng: random.Random) -> Pair:
    """A clean pair with one invented common noun, masculine in French."""
    while True:
        draw = Draw(rng, invents_noun=True)
        drawn = draft(draw)
        if _holds_invented(draw, drawn):
            return finish(drawn)


def variant(pair: Pair, kind: str, other: Pair | None = None) -> Pair:
    """The pair as a visitor might type it.

    Args:
        kind: "lower" (first letter), "no_stop" (final mark missing), "lower_no_stop", or "two"
            (followed by `other`).

    Raises:
        ValueError: unknown kind, or "two" without another pair.
    """
    if kind == "lower":
        text = pair.english.text
        return _with_english_text(pair, text[0].lower() + text[1:])
    if kind == "no_stop":
        return _without_stop(pair)
    if kind == "lower_no_stop":
        return _without_stop(variant(pair, "lower"))
    if kind == "two" and other is not None:
        return join_pairs(pair, other)
    raise ValueError(f"not a variant: {kind}")


def lower_all(pair: Pair) -> Pair:
    """English without any capital."""
    return _with_english_text(pair, pair.english.text.lower())


def exclaimed(pair: Pair) -> Pair:
    """A final "!" instead of ".", in both languages."""
    english, french = pair.english.text, pair.french.text
    if not (english.endswith(".") and french.endswith(".")):
        return pair
    start = pair.french.spans[-1][0]
    moved = (*pair.french.spans[:-1], (start + 1, start + 2))
    marked = replace(pair, french=Side(french[:-1] + " !", moved))
    return _with_english_text(marked, english[:-1] + "!")


def _with_english_text(pair: Pair, text: str) -> Pair:
    return replace(pair, english=Side(text, pair.english.spans))


def _without_stop(pair: Pair) -> Pair:
    """English without its last mark; French keeps its own, now unlinked."""
    if pair.english.text[-1] not in ".?!":
        return pair
    last = len(pair.english.spans) - 1
    spans = pair.english.spans[:-1]
    return Pair(
        english=Side(pair.english.text[: spans[-1][1]], spans),
        french=pair.french,
        sure=frozenset(link for link in pair.sure if link[0] != last),
        possible=frozenset(link for link in pair.possible if link[0] != last),
    )
