"""French spelling: vowels, elision, contraction, plurals and feminines."""

from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_lists import word_list

VOWELS = frozenset("aàâäeéèêëiîïoôöœuùûüh")
ASPIRATED = word_list("aspirated")
ELIDED = {
    "le": "l'",
    "la": "l'",
    "de": "d'",
    "je": "j'",
    "ne": "n'",
    "me": "m'",
    "te": "t'",
    "se": "s'",
    "ce": "c'",
    "que": "qu'",
}
CONTRACTED = {
    ("de", "le"): "du",
    ("de", "les"): "des",
    ("à", "le"): "au",
    ("à", "les"): "aux",
}
PLURALS_IN_X = frozenset(word_list("plural in x"))
IRREGULAR_PLURALS = {"œil": "yeux", "bleu": "bleus", "travail": "travaux", "ciel": "ciels"}


def starts_with_vowel(text: str) -> bool:
    """Whether l', d' … stand before this word; aspirated h and h of invented names do not count.

    >>> starts_with_vowel("homme"), starts_with_vowel("hibou"), starts_with_vowel("yaourt")
    (True, False, False)
    """
    lowered = text.lower()
    if lowered == "y":
        return True
    if lowered[0] not in VOWELS or lowered.startswith(ASPIRATED):
        return False
    return not text.startswith("H")


def settle_contractions(words: list[Word]) -> list[Word]:
    """Contract (de le → du), then elide (le homme → l'homme, si il → s'il)."""
    contracted: list[Word] = []
    position = 0
    while position < len(words):
        word = words[position]
        merged = _contraction(words, position) if word.text in ("de", "à") else None
        if merged is None:
            contracted.append(word)
            position += 1
        else:
            contracted.append(merged)
            position += 2
    return [_elision(word, contracted, place) for place, word in enumerate(contracted)]


def _contraction(words: list[Word], position: int) -> Word | None:
    """The single word for a preposition and the article after it, or None."""
    if position + 2 >= len(words):
        return None
    preposition, article = words[position], words[position + 1]
    text = CONTRACTED.get((preposition.text, article.text))
    if text is None or not article.article:
        return None
    if article.text == "le" and starts_with_vowel(words[position + 2].text):
        return None
    key = article.key or preposition.key
    also = (*preposition.also, *article.also)
    if key != preposition.key and preposition.key:
        also = (*also, preposition.key)
    return Word(text, key, also)


def _elision(word: Word, words: list[Word], place: int) -> Word:
    if place + 1 == len(words):
        return word
    if word.text not in ELIDED and word.text != "si":
        return word
    following = words[place + 1].text
    if word.text in ELIDED and starts_with_vowel(following):
        return word._replace(text=ELIDED[word.text])
    if word.text == "si" and following in ("il", "ils"):
        return word._replace(text="s'")
    return word


def plural(word: str) -> str:
    """The plural of a noun or masculine adjective.

    >>> plural("chat"), plural("gâteau"), plural("animal"), plural("souris")
    ('chats', 'gâteaux', 'animaux', 'souris')
    """
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if word[-1] in "sxz":
        return word
    if word.endswith("al"):
        return word[:-2] + "aux"
    if word.endswith(("eau", "eu")) or word in PLURALS_IN_X:
        return word + "x"
    return word + "s"


def feminine(word: str) -> str:
    """The feminine of a regular adjective or noun of profession.

    >>> feminine("petit"), feminine("heureux"), feminine("cher"), feminine("italien")
    ('petite', 'heureuse', 'chère', 'italienne')
    """
    if word.endswith("eux"):
        return word[:-1] + "se"
    if word.endswith("if"):
        return word[:-1] + "ve"
    if word.endswith("er"):
        return word[:-2] + "ère"
    if word.endswith(("el", "en", "on")):
        return word + word[-1] + "e"
    if word.endswith("e"):
        return word
    return word + "e"
