"""What the grammar generates: well-formed, aligned, varied, and what visitors type."""

import random
import re
from collections import Counter

import pytest

from transformer_viz.training.grammar import (
    SENTENCES_PEOPLE_TRY,
    Pair,
    sentence_pair,
)
from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.pair import Draft, finish
from transformer_viz.training.grammar.phrasebook import Template, read_phrases, read_template, spell

N_PAIRS = 20_000
# What French never writes; each was a bug at some time.
IMPOSSIBLE_FRENCH = (
    r"\b[Dd]e le [^a-zà]",
    r"\b[Ll]e [aeiouéèêâîô]",
    r"\b[Ll]a [aeiouéèêâîôœ]",
    r"\b[Jj]e [aeiouéèêâîô]",
    r"\b[Nn]e [aeiouéèêâîôy] ?",
    r"\b[Mmts]e [aeiouéèêâîô]",
    r"\b[Dd]e [aeiouéèêâîôœ]",
    r"\b[Qq]ue [aeiouéèêâîô]",
    r"\bque il\b|\bsi ils?\b|\bSi ils?\b",
    r"\bà les? (?!voir|la )(?:\w+s)\b$",
    r"\b[Cc]e [aeiouéèêâîô]",
    r"\b(?:ma|ta|sa) [aeiouéèêâîôœ]",
    r"\b(?:beau|nouveau|vieux) (?:homme|ami|animal|arbre|ordinateur|écran|oiseau|enfant|hôtel)\b",
    r"\bdes (?:petits|grands|beaux|vieux|jolies|petites|belles|bons|bonnes) ",
    r"\bvous\b|\bvotre\b",
    r"n'(?:ai|as|a|avons|ont) (?:pas|jamais) (?:[a-zé]+(?:é|u|i|is|it|rt) )?(?:un|une|des) ",
    r"  | \.|[^ ][?!]| ,|' ",
)


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    rng = random.Random(20_24)
    return [sentence_pair(rng) for _ in range(N_PAIRS)]


@pytest.fixture(scope="module")
def vocabulary(pairs: list[Pair]) -> Counter[str]:
    return Counter(word.lower() for pair in pairs for word in pair.english.words())


def test_same_seed_same_pairs() -> None:
    first = [sentence_pair(random.Random(seed)) for seed in range(200)]
    assert first == [sentence_pair(random.Random(seed)) for seed in range(200)]


def test_spans_cut_the_text_into_its_words(pairs: list[Pair]) -> None:
    for pair in pairs:
        for side in (pair.english, pair.french):
            assert all(start < end for start, end in side.spans)
            ends = [0, *(end for _, end in side.spans)]
            starts = [*(start for start, _ in side.spans), len(side.text)]
            gaps = [side.text[end:start] for end, start in zip(ends, starts, strict=True)]
            assert set(gaps) <= {"", " "}, side
            assert not any(" " in word for word in side.words()), side


def test_links_point_at_words_and_are_sure_at_most_once(pairs: list[Pair]) -> None:
    for pair in pairs:
        assert pair.sure <= pair.possible
        for i, j in pair.possible:
            assert 0 <= i < len(pair.english.spans)
            assert 0 <= j < len(pair.french.spans)
        french_words = [j for _, j in pair.sure]
        assert len(french_words) == len(set(french_words)), pair


def test_final_marks_are_linked(pairs: list[Pair]) -> None:
    for pair in pairs:
        last = (len(pair.english.spans) - 1, len(pair.french.spans) - 1)
        assert pair.english.text[-1] == pair.french.text[-1]
        assert last in pair.sure


def test_most_words_are_linked(pairs: list[Pair]) -> None:
    n_words = sum(len(pair.french.spans) for pair in pairs)
    n_sure = sum(len(pair.sure) for pair in pairs)
    n_linked = sum(len({j for _, j in pair.possible}) for pair in pairs)
    assert n_sure / n_words > 0.8
    assert n_linked / n_words > 0.97


def test_sentences_start_with_a_capital_and_have_no_double_spaces(pairs: list[Pair]) -> None:
    for pair in pairs:
        for text in (pair.english.text, pair.french.text):
            assert text[0].isupper() or text[0].isdigit(), text
            assert "  " not in text


@pytest.mark.parametrize("pattern", IMPOSSIBLE_FRENCH)
def test_impossible_french_is_never_written(pattern: str, pairs: list[Pair]) -> None:
    for pair in pairs:
        found = re.search(pattern, pair.french.text)
        assert found is None, pair.french.text


def test_english_never_says(pairs: list[Pair]) -> None:
    pattern = re.compile(
        r"\ba [aeio]|\ban [^aeiouhAEI8]|\b(?:is|are|was) not not\b|n't\b|\bdoes \w+s\b"
    )
    allowed = re.compile(r"\ba (?:one|uni|use|Euro)|\ban (?:1|8)|does (?:this|his|the \w+s)\b")
    for pair in pairs:
        text = allowed.sub("", pair.english.text)
        found = re.search(pattern, text)
        assert found is None or found.group().startswith("does"), pair.english.text


def test_one_english_sentence_has_one_french_sentence(pairs: list[Pair]) -> None:
    seen: dict[str, str] = {}
    for pair in pairs:
        assert seen.setdefault(pair.english.text, pair.french.text) == pair.french.text


def test_vocabulary_is_large(vocabulary: Counter[str]) -> None:
    assert sum(1 for word in vocabulary if word[0].isalpha()) >= 1_200


def test_lengths(pairs: list[Pair]) -> None:
    lengths = [len(pair.english.spans) for pair in pairs]
    assert 6.5 <= sum(lengths) / len(lengths) <= 9
    assert sum(3 <= length <= 15 for length in lengths) / len(lengths) > 0.95


def test_every_word_that_people_try_is_known(vocabulary: Counter[str]) -> None:
    for english, _ in SENTENCES_PEOPLE_TRY:
        for word in re.findall(r"[a-z]+(?:'clock)?", english.lower().replace("'s", "")):
            assert word in vocabulary or word == "zorblax", (word, english)


def test_what_people_try_is_never_contradicted(pairs: list[Pair]) -> None:
    expected = dict(SENTENCES_PEOPLE_TRY)
    for pair in pairs:
        if pair.english.text in expected:
            assert pair.french.text == expected[pair.english.text]


def test_much_of_what_people_try_comes_up_as_it_is(pairs: list[Pair]) -> None:
    generated = {pair.english.text for pair in pairs}
    found = [english for english, _ in SENTENCES_PEOPLE_TRY if english in generated]
    assert len(SENTENCES_PEOPLE_TRY) >= 80
    assert len(found) >= 40


def word_links(pair: Pair) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    english, french = pair.english.words(), pair.french.words()
    sure = {(english[i], french[j]) for i, j in pair.sure}
    return sure, {(english[i], french[j]) for i, j in pair.possible} - sure


def find(pairs: list[Pair], pattern: str) -> Pair:
    for pair in pairs:
        if re.search(pattern, pair.english.text):
            return pair
    raise AssertionError(f"no sentence like {pattern}")


def test_past_links_the_participle_surely_and_the_auxiliary_possibly(pairs: list[Pair]) -> None:
    sure, possible = word_links(find(pairs, r"^(He|Tom|The \w+) ate "))
    assert ("ate", "mangé") in sure
    assert ("ate", "a") in possible


def test_negation_links_not_to_pas(pairs: list[Pair]) -> None:
    sure, possible = word_links(
        find(pairs, r"^The \w+ does not drink|^She does not eat|does not see")
    )
    assert any(e == "not" and f == "pas" for e, f in sure)
    assert any(e == "not" and f in ("ne", "n'") for e, f in possible)


def test_question_links_do_to_est_ce_que_possibly(pairs: list[Pair]) -> None:
    _, possible = word_links(find(pairs, r"^Do you (see|have|want) "))
    assert {("Do", "Est"), ("Do", "-ce"), ("Do", "que")} <= possible


def test_generic_article_is_a_possible_link(pairs: list[Pair]) -> None:
    nouns = "cats|dogs|apples|oranges|animals|mice|trains|cars|books|pizzas"
    pair = find(pairs, rf"^(I|We|They|You) (like|love|hate) ({nouns})\.")
    sure, possible = word_links(pair)
    noun = pair.english.words()[2]
    assert any(e == noun and f not in ("les", "J'") for e, f in sure)
    assert (noun, "les") in possible


def test_genitive_links() -> None:
    from transformer_viz.training.grammar.participants import genitive, name_phrase

    draw = Draw(random.Random(3))
    phrase = genitive(draw, name_phrase(draw), ("cat",))
    sure, _ = word_links(finish(Draft(phrase.english, phrase.french)))
    assert ("cat", "chat") in sure or ("cats", "chats") in sure
    assert any(e == "'s" and f in ("de", "d'") for e, f in sure)


@pytest.mark.parametrize("template", [*read_phrases("set_phrases"), *read_phrases("weather")])
def test_set_phrases_are_aligned(template: Template) -> None:
    n_english = len(template.english)
    for _, sure, possible in template.french:
        assert 0 <= sure <= n_english
        assert all(1 <= index <= n_english for index in possible)
    english, french = spell(Draw(random.Random(0)), template)
    assert len(english) == n_english
    assert len(french) == len(template.french)
    assert english[-1].text in ".?!"


def test_a_template_without_alignment_is_an_error() -> None:
    with pytest.raises(ValueError, match="no alignment"):
        read_template("hello .", "bonjour")


def test_a_template_that_points_too_far_is_an_error() -> None:
    with pytest.raises(ValueError, match="points behind"):
        read_template("hello .", "bonjour/3")
