"""What an English-reading model needs beyond the general clean-up.

The models were trained on expanded, normally cased English; a reader types "DON'T".
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Sequence

from transformer_viz.text.cleanup import CleanText, Note

_IRREGULAR = {"can't": "cannot", "won't": "will not", "shan't": "shall not", "let's": "let us"}
_NOT_A_POSSESSIVE = (
    "he|she|it|that|this|what|where|who|how|when|there|here|everything|everybody|everyone"
)
_ENDINGS: tuple[tuple[str, str], ...] = (
    (r"\b(?!ain't)(\w+)n't\b", r"\1 not"),
    (r"\b(i)'m\b", r"\1 am"),
    (r"\b(you|we|they)'re\b", r"\1 are"),
    (r"\b(i|you|we|they)'ve\b", r"\1 have"),
    (r"\b(i|you|he|she|it|we|they|that|there)'ll\b", r"\1 will"),
    (r"\b(i|you|he|she|we|they)'d\b", r"\1 would"),
    (rf"\b({_NOT_A_POSSESSIVE})'s\b", r"\1 is"),
)

_BEGINS = re.compile(r"(^|[.!?:])[\s\"'(]*$")  # what stands before the first word of a sentence


def prepare(given: CleanText) -> CleanText:
    """Sentence case for shouted text, and contractions written out, each with its note.

    >>> prepare(CleanText("IT'S COLD.")).text
    'It is cold.'
    """
    text, notes = given.text, list(given.notes)
    if _is_shouted(text):
        text = _sentence_case(text)
        notes.append(Note("notes.upper_case"))
    expanded = expand_contractions(text)
    if expanded != text:
        notes.append(Note("notes.contractions"))
    return CleanText(expanded, tuple(notes))


def expand_contractions(text: str) -> str:
    """Write "don't" as "do not"; the 's of a possessive stays.

    >>> expand_contractions("Don't say it's Mary's cat.")
    "Do not say it is Mary's cat."
    """
    for short, long in _IRREGULAR.items():
        text = re.sub(
            rf"\b{short}\b", lambda m, long=long: _cased_like(m[0], long), text, flags=re.I
        )
    for pattern, replacement in _ENDINGS:
        text = re.sub(pattern, replacement, text, flags=re.I)
    return text


def usual_capitals(given: CleanText, known: Collection[str]) -> CleanText:
    """Capitals as English has them, with a note: in "I Like CATS and mary" they are amiss.

    Args:
        known: words as English writes them inside a sentence; a word that is not among them may be
            a name, and stays.

    >>> usual_capitals(CleanText("THE Cat sees mary."), ["cat", "sees", "Mary", "the"]).text
    'The cat sees Mary.'
    """
    forms = {word.lower(): word for word in known}
    changed: list[str] = []

    def mended(found: re.Match[str]) -> str:
        word = found[0]
        inside = forms.get(word.lower(), word)
        begins = _BEGINS.search(given.text[: found.start()])
        usual = inside[0].upper() + inside[1:] if begins else inside
        if word in (inside, usual):
            return word
        changed.append(word)
        return usual

    text = re.sub(r"[^\W\d_]+", mended, given.text)
    if not changed:
        return given
    words = ", ".join(dict.fromkeys(changed))
    return CleanText(text, (*given.notes, Note("notes.capitals", (("words", words),))))


def unknown_words(text: str, known: Collection[str]) -> list[str]:
    """The words of ``text`` that are not among ``known`` in any case, each once, in order.

    Numbers are always known: they are copied.
    """
    words = re.findall(r"[^\W_]+(?:'s)?", text)
    bare = [word.removesuffix("'s") for word in words if not word[0].isdigit()]
    small = {word.lower() for word in known}
    return list(dict.fromkeys(word for word in bare if word.lower() not in small))


def nearest_word(word: str, known: Sequence[str]) -> str | None:
    """The known word that ``word`` may be a misspelling of, if one is near enough.

    >>> nearest_word("keybord", ["key", "keyboard"])
    'keyboard'
    """
    as_written = {form.lower(): form for form in known}
    near = difflib.get_close_matches(word.lower(), as_written, n=1, cutoff=0.8)
    return as_written[near[0]] if near else None


def _is_shouted(text: str) -> bool:
    words = re.sub(r"\[[A-Z]+\]", "", text)  # [MASK] is always written so
    letters = [character for character in words if character.isalpha()]
    return len(letters) > 3 and all(character.isupper() for character in letters)


def _sentence_case(text: str) -> str:
    lowered = re.sub(r"\bi\b", "I", text.lower())
    return re.sub(r"(^|[.!?] )(\w)", lambda m: m[1] + m[2].upper(), lowered)


def _cased_like(model: str, text: str) -> str:
    return text[0].upper() + text[1:] if model[0].isupper() else text
