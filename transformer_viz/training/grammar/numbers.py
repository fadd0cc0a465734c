"""Numbers in letters, from 0 to 100."""

from dataclasses import dataclass

from transformer_viz.training.grammar.word_tables import read_table


@dataclass(frozen=True)
class _NumberRow:
    number: int
    english: str
    french: str


_ROWS = read_table("numbers", _NumberRow, unique=("number",))
ENGLISH = {row.number: row.english for row in _ROWS}
FRENCH = {row.number: row.french for row in _ROWS}


def english_number(number: int) -> str:
    """0 to 100 in letters.

    >>> english_number(7), english_number(42), english_number(100)
    ('seven', 'forty-two', 'hundred')
    """
    if number == 100:
        return "hundred"
    if number in ENGLISH:
        return ENGLISH[number]
    return f"{ENGLISH[number - number % 10]}-{ENGLISH[number % 10]}"


def french_number(number: int, feminine: bool = False) -> str:
    """0 to 100 in letters, words separated by spaces.

    >>> [french_number(n) for n in (21, 71, 80, 81, 92)]
    ['vingt et un', 'soixante et onze', 'quatre-vingts', 'quatre-vingt-un', 'quatre-vingt-douze']
    """
    if number == 100:
        return "cent"
    text = FRENCH[number] if number < 20 else _french_tens(number)
    return text + "e" if feminine and (number == 1 or text.endswith((" un", "-un"))) else text


def _french_tens(number: int) -> str:
    tens, unit = divmod(number, 10)
    if tens in (7, 9):
        tens, unit = tens - 1, unit + 10
    stem = FRENCH[10 * tens]
    if unit == 0:
        return "quatre-vingts" if number == 80 else stem
    if unit in (1, 11) and tens != 8:
        return f"{stem} et {FRENCH[unit]}"
    return f"{stem}-{FRENCH[unit]}"
