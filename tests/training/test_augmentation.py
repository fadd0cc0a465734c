"""What training sees: names copied, sloppy English, well-formed French."""

import random
import re

import pytest

from transformer_viz.training.grammar import (
    Pair,
    augmented_pair,
    invented_name_pair,
    sentence_pair,
    variant,
)
from transformer_viz.training.grammar.augmentation import exclaimed, lower_all
from transformer_viz.training.grammar.draw import invented_name, invented_noun
from transformer_viz.training.grammar.names import FEMALE_NAMES, MALE_NAMES

N_PAIRS = 6_000


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    rng = random.Random(7)
    return [augmented_pair(rng) for _ in range(N_PAIRS)]


def share(pairs: list[Pair], pattern: str) -> float:
    return sum(re.search(pattern, pair.english.text) is not None for pair in pairs) / len(pairs)


def test_same_seed_same_pairs() -> None:
    first = [augmented_pair(random.Random(seed)) for seed in range(100)]
    assert first == [augmented_pair(random.Random(seed)) for seed in range(100)]


def test_french_is_always_well_formed(pairs: list[Pair]) -> None:
    for pair in pairs:
        assert pair.french.text[0].isupper() or pair.french.text[0].isdigit(), pair
        assert pair.french.text[-1] in ".?!"
        assert "  " not in pair.french.text
        assert re.search(r"[^ ][?!]", pair.french.text) is None


def test_links_stay_inside(pairs: list[Pair]) -> None:
    for pair in pairs:
        assert pair.sure <= pair.possible
        assert all(i < len(pair.english.spans) for i, _ in pair.possible)
        assert all(j < len(pair.french.spans) for _, j in pair.possible)
        french_words = [j for _, j in pair.sure]
        assert len(french_words) == len(set(french_words))
        for side in (pair.english, pair.french):
            assert side.spans[-1][1] == len(side.text)
            assert all(side.text[start:end].strip() for start, end in side.spans)


def test_shares(pairs: list[Pair]) -> None:
    assert 0.12 <= share(pairs, r"^[a-z]") <= 0.22
    assert 0.12 <= share(pairs, r"[^.?!]$") <= 0.22
    assert 0.13 <= share(pairs, r"[.?!] \S") <= 0.23


def test_invented_names_are_copied_and_linked() -> None:
    rng = random.Random(11)
    known = {*MALE_NAMES, *FEMALE_NAMES}
    for _ in range(500):
        pair = invented_name_pair(rng)
        english, french = pair.english.words(), pair.french.words()
        copied = [(i, j) for i, j in pair.sure if english[i] == french[j] and english[i].isalpha()]
        names = [english[i] for i, _ in copied if english[i][0].isupper()]
        assert names, pair
        assert not known & set(names), pair


def test_a_third_of_the_texts_hold_an_unknown_name(pairs: list[Pair]) -> None:
    places = [
        "Paris",
        "Rome",
        "Berlin",
        "Madrid",
        "Tokyo",
        "Lyon",
        "Boston",
        "France",
        "Canada",
        "Sandwich",
        "Table",
        "Six",
        "Orange",
        "Restaurant",
        "Message",
        "Question",
        "Page",
        "Radio",
        "Taxi",
    ]
    known = {*MALE_NAMES, *FEMALE_NAMES, *places}
    n_texts = 0
    for pair in pairs:
        english, french = pair.english.words(), pair.french.words()
        n_texts += any(
            french[j][0].isupper() and french[j] not in known
            for i, j in pair.sure
            if english[i].lower() == french[j].lower() and len(french[j]) > 2
        )
    assert 0.27 <= n_texts / len(pairs) <= 0.42


def test_invented_names_look_like_names() -> None:
    rng = random.Random(5)
    names = [invented_name(rng) for _ in range(500)]
    assert all(re.fullmatch(r"[A-Z][a-z]{2,9}", name) for name in names)
    assert len(set(names)) > 450
    assert len({name[0] for name in names}) > 18


def test_invented_nouns_are_lower_case() -> None:
    rng = random.Random(5)
    assert all(re.fullmatch(r"[a-z]{4,9}", invented_noun(rng)) for _ in range(300))


@pytest.fixture
def pair() -> Pair:
    rng = random.Random(1)
    while True:
        found = sentence_pair(rng)
        if re.fullmatch(r"The .*\.", found.english.text):
            return found


def test_lower_changes_one_letter(pair: Pair) -> None:
    changed = variant(pair, "lower")
    assert changed.english.text == "t" + pair.english.text[1:]
    assert changed.french == pair.french
    assert changed.possible == pair.possible


def test_no_stop_drops_the_mark_and_its_link(pair: Pair) -> None:
    changed = variant(pair, "no_stop")
    last = len(pair.english.spans) - 1
    assert changed.english.text == pair.english.text[:-1]
    assert len(changed.english.spans) == last
    assert changed.french.text.endswith(".")
    assert changed.sure == {link for link in pair.sure if link[0] != last}


def test_lower_no_stop_does_both(pair: Pair) -> None:
    assert variant(pair, "lower_no_stop") == variant(variant(pair, "lower"), "no_stop")


def test_two_joins_both_texts(pair: Pair) -> None:
    other = variant(pair, "lower")
    both = variant(pair, "two", other)
    assert both.english.text == f"{pair.english.text} {other.english.text}"
    assert both.french.text == f"{pair.french.text} {other.french.text}"
    assert len(both.sure) == len(pair.sure) + len(other.sure)
    n_english, n_french = len(pair.english.spans), len(pair.french.spans)
    assert {(i - n_english, j - n_french) for i, j in both.sure if i >= n_english} == other.sure


def test_unknown_variant_is_an_error(pair: Pair) -> None:
    with pytest.raises(ValueError, match="not a variant"):
        variant(pair, "upside down")
    with pytest.raises(ValueError, match="not a variant"):
        variant(pair, "two")


def test_exclaimed_puts_a_space_in_french_only(pair: Pair) -> None:
    changed = exclaimed(pair)
    assert changed.english.text == pair.english.text[:-1] + "!"
    assert changed.french.text == pair.french.text[:-1] + " !"
    assert changed.french.words()[-1] == "!"
    assert lower_all(pair).english.text == pair.english.text.lower()
