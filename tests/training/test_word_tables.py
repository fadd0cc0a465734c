"""The word tables: what a mistake in one says, and that English and French stay in their columns."""

import re
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Literal

import pytest

from transformer_viz.training.grammar import word_tables
from transformer_viz.training.grammar.adjectives import ADJECTIVE, BESIDE_NOUN
from transformer_viz.training.grammar.nouns import GROUPS, NOUN, NOUNS_OF
from transformer_viz.training.grammar.small_words import MANNERS
from transformer_viz.training.grammar.word_tables import WORDS, WordTableError, read_table

TABLES = sorted(path.stem for path in WORDS.glob("*.txt"))
PLACE_KINDS = {
    *("bed", "over", "dwelling", "near", "by", "home", "city", "country", "sky"),
    *("surface", "under", "inside", "water", "shade"),
}
NOUN_LISTS = (
    *("never plural", "owned people", "not owned", "landmarks", "indoors", "obstacles"),
    *("parts of the body", "hurting", "everyday subjects", "eaters", "shops", "asked ideas"),
    *("kinds of animals", "colored", "how many"),
)
FRENCH_LETTERS = re.compile("[àâçéèêëîïôœùû]")


@dataclass(frozen=True)
class Thing:
    english: str
    french: str
    gender: Literal["m", "f"]
    traits: tuple[Literal["mass", "single"], ...] = ()
    plural_form: str = ""
    weight: int = 1


def read(folder: Path, text: str, unique: tuple[str, ...] = ("english",)) -> tuple[Thing, ...]:
    (folder / "things.txt").write_text(text, encoding="utf-8")
    return read_table("things", Thing, unique, folder)


def test_a_table_is_read_in_any_order_of_columns_with_comments_and_empty_cells(
    tmp_path: Path,
) -> None:
    text = """# Things.
    french | english | gender | traits      | plural form | weight

    pomme  | apple   | f                                           # the end may be left out
    sel    | salt    | m      | mass single |             | 3
    """
    assert read(tmp_path, text) == (
        Thing("apple", "pomme", "f"),
        Thing("salt", "sel", "m", ("mass", "single"), weight=3),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("english | french | sex\n", "things.txt:1: unknown column 'sex'"),
        ("# A comment.\nenglish | french\n", "things.txt:2: no column 'gender'"),
        ("english | french | gender | french\n", "things.txt:1: two columns 'french'"),
        ("english | french | gender\ncat | | m\n", "things.txt:2: french is missing"),
        ("english | french | gender\ncat | chat\n", "things.txt:2: gender is missing"),
        (
            "english | french | gender\n\ncat | chat | n\n",
            "things.txt:3: gender is 'n', not one of",
        ),
        ("english | french | gender\na | b | m | c\n", "things.txt:2: 4 cells under 3 columns"),
        (
            "english | french | gender | traits\nsalt | sel | m | mass tasty\n",
            "things.txt:2: traits is 'tasty', not one of mass, single",
        ),
        (
            "english | french | gender | weight\nsalt | sel | m | much\n",
            "things.txt:2: weight is 'much', not a whole number",
        ),
        (
            "english | french | gender\ncat | chat | m\n# x\ncat | chatte | f\n",
            "things.txt:4: the same entry as in line 2",
        ),
        ("english | french | gender\n# nothing\n", "things.txt:1: no entry under the header"),
        ("", "things.txt:1: no column 'english'"),
    ],
)
def test_a_mistake_is_told_with_file_and_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(WordTableError, match=re.escape(message)):
        read(tmp_path, text)


def test_without_a_key_only_whole_rows_are_duplicates(tmp_path: Path) -> None:
    text = "english | french | gender\ncat | chat | m\ncat | chatte | f\n"
    assert len(read(tmp_path, text, ())) == 2
    with pytest.raises(WordTableError, match="the same entry as in line 2"):
        read(tmp_path, text + "cat | chat | m\n", ())


def test_every_table_is_read_by_the_grammar() -> None:
    sources = Path(word_tables.__file__).parent.glob("*.py")
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    unread = [name for name in TABLES if f'("{name}"' not in code]
    assert unread == []
    assert len(TABLES) > 20


def test_every_list_of_words_is_used() -> None:
    for row in cells("word_lists"):
        assert row["name"] in named_lists(), row


def named_lists() -> set[str]:
    sources = Path(word_tables.__file__).parent.glob("*.py")
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    return set(re.findall(r'word_list\("([^"]+)"\)', code))


def test_every_word_that_a_table_refers_to_exists() -> None:
    nouns = {*NOUN, *NOUNS_OF, *GROUPS, "language"}
    for theme in NOUNS_OF:
        assert theme in BESIDE_NOUN, f"no adjectives stand beside {theme}, or it is misspelled"
    for row in cells("adjective_uses"):
        assert row["said of"] in nouns, row
    for row in cells("verb_uses"):
        assert {*row["objects"].split()} <= nouns, row
    for row in cells("verbs_intransitive"):
        assert {*row["manners"].split()} <= MANNERS.keys(), row
        assert {*row["places"].split()} <= nouns | PLACE_KINDS, row
    for row in cells("usual_places"):
        assert row["theme"] in nouns, row
        assert {*row["places"].split()} <= nouns | PLACE_KINDS, row
    lists = {row["name"]: row["words"].split() for row in cells("word_lists")}
    for name in NOUN_LISTS:
        assert {*lists[name]} <= nouns, name
    for name in ("judgements", "nations", "eye colors", "superlatives", "of tired animals"):
        assert {*lists[name]} <= ADJECTIVE.keys(), name


def cells(table: str) -> list[dict[str, str]]:
    lines = [line for _, line in word_tables._lines(WORDS / f"{table}.txt")]
    return [dict(zip_longest(lines[0], line, fillvalue="")) for line in lines[1:]]


@pytest.mark.parametrize("table", TABLES)
def test_every_table_has_entries_and_no_french_letter_in_an_english_column(table: str) -> None:
    rows = cells(table)
    assert rows
    for row in rows:
        assert not FRENCH_LETTERS.search(row.get("english", "")), row


# One translation per table with both languages, from any dictionary.
KNOWN = {
    "adjectives": ("black", "noir"),
    "adverbs": ("often", "souvent"),
    "avoir_states": ("hungry", "faim"),
    "calendar": ("Monday", "lundi"),
    "cities": ("London", "Londres"),
    "countries": ("Germany", "Allemagne"),
    "languages": ("English", "anglais"),
    "nouns": ("potato", "pomme de terre"),
    "numbers": ("three", "trois"),
    "possessives": ("my", "mon"),
    "prepositions": ("behind", "derrière"),
    "pronouns": ("we", "nous"),
    "set_phrases": ("yes .", "oui/1"),
    "suggestions": ("I like cats.", "J'aime les chats."),
    "adverbials": ("yesterday", "hier/1"),
    "verb_uses": ("drink", "boire"),
    "verbs_before_verbs": ("try", "essayer"),
    "verbs_intransitive": ("sleep", "dormir"),
    "verbs_of_giving": ("give", "donner"),
    "verbs_transitive": ("look for", "chercher"),
    "weather": ("it is cold .", "il/1 fait/2 froid/3"),
}


@pytest.mark.parametrize("table", TABLES)
def test_english_and_french_stand_in_their_own_columns(table: str) -> None:
    rows = cells(table)
    french = "masculine" if "masculine" in rows[0] else "french"
    if not {"english", french} <= rows[0].keys():
        assert table not in KNOWN
        return
    assert KNOWN[table] in [(row["english"], row[french]) for row in rows]
