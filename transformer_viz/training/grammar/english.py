"""English inflection: plurals, verb forms, comparatives, a or an."""

from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_lists import word_list

CONSONANT_SOUNDS = ("uni", "use", "euro", "one")
VOWEL_SOUNDS = ("hour", "honest")
DOUBLING = frozenset(word_list("doubled verbs"))
DOUBLING_ADJECTIVES = frozenset(word_list("doubled adjectives"))


def settle_articles(words: list[Word]) -> list[Word]:
    """Turn "a" into "an" before a vowel sound."""
    settled = list(words)
    for place in range(len(words) - 1):
        if words[place].text == "a" and _vowel_sound(words[place + 1].text.lower()):
            settled[place] = words[place]._replace(text="an")
    return settled


def _vowel_sound(word: str) -> bool:
    if word.startswith(VOWEL_SOUNDS) or word in ("8", "11", "18"):
        return True
    return word[0] in "aeiou" and not word.startswith(CONSONANT_SOUNDS)


def plural(noun: str) -> str:
    """
    >>> plural("cat"), plural("box"), plural("city"), plural("boy"), plural("wolf")
    ('cats', 'boxes', 'cities', 'boys', 'wolves')
    """
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    if noun in ("knife", "wife", "life"):
        return noun[:-2] + "ves"
    if noun in ("wolf", "leaf", "shelf", "scarf"):
        return noun[:-1] + "ves"
    if noun in ("potato", "tomato"):
        return noun + "es"
    return noun + "s"


def third_person(verb: str) -> str:
    """
    >>> third_person("eat"), third_person("watch"), third_person("cry"), third_person("go")
    ('eats', 'watches', 'cries', 'goes')
    """
    if verb == "have":
        return "has"
    if verb.endswith(("s", "x", "ch", "sh", "o", "z")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def past(verb: str) -> str:
    """The past of a regular verb.

    >>> past("walk"), past("dance"), past("carry"), past("stop"), past("play")
    ('walked', 'danced', 'carried', 'stopped', 'played')
    """
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    if verb in DOUBLING:
        return verb + verb[-1] + "ed"
    return verb + "ed"


def gerund(verb: str) -> str:
    """
    >>> gerund("eat"), gerund("make"), gerund("swim"), gerund("see"), gerund("die")
    ('eating', 'making', 'swimming', 'seeing', 'dying')
    """
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "be")):
        return verb[:-1] + "ing"
    if verb in DOUBLING:
        return verb + verb[-1] + "ing"
    return verb + "ing"


def compared(adjective: str, ending: str) -> str | None:
    """The form in -er or -est, or None when "more" or "most" is said instead.

    >>> compared("big", "er"), compared("happy", "est"), compared("beautiful", "er")
    ('bigger', 'happiest', None)
    """
    irregular = {"good": ("better", "best"), "bad": ("worse", "worst"), "far": None}
    if adjective in irregular:
        pair = irregular[adjective]
        return None if pair is None else pair[ending == "est"]
    if adjective in DOUBLING_ADJECTIVES:
        return adjective + adjective[-1] + ending
    if adjective.endswith("y"):
        return adjective[:-1] + "i" + ending
    vowel_groups = sum(
        1
        for place, letter in enumerate(adjective)
        if letter in "aeiou" and (place == 0 or adjective[place - 1] not in "aeiou")
    )
    if adjective.endswith("e"):
        return adjective + ending[1:] if vowel_groups <= 2 else None
    return adjective + ending if vowel_groups == 1 else None
