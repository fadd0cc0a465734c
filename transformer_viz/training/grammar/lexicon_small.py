"""Closed classes: pronouns, determiners, numbers, times, prepositions."""

from typing import NamedTuple

from transformer_viz.training.grammar.draw import Table


class Pronoun(NamedTuple):
    """A personal pronoun; person indices are those of `conjugation`."""

    english: str
    french: str
    person: int
    gender: str
    plural: bool
    object_english: str
    direct: str  # le, la …
    indirect: str  # lui, leur …
    stressed: str  # moi, toi … after a preposition
    possessive: str


PRONOUNS = (
    Pronoun("I", "je", 0, "m", False, "me", "me", "me", "moi", "my"),
    Pronoun("he", "il", 2, "m", False, "him", "le", "lui", "lui", "his"),
    Pronoun("she", "elle", 2, "f", False, "her", "la", "lui", "elle", "her"),
    Pronoun("you", "tu", 1, "m", False, "you", "te", "te", "toi", "your"),
    Pronoun("we", "nous", 3, "m", True, "us", "nous", "nous", "nous", "our"),
    Pronoun("they", "ils", 4, "m", True, "them", "les", "leur", "eux", "their"),
)
# "They" is "ils", but for women who were named before in the same sentence.
ELLES = Pronoun("they", "elles", 4, "f", True, "them", "les", "leur", "elles", "their")
IT = Pronoun("it", "il", 2, "m", False, "it", "le", "lui", "lui", "its")
SUBJECT_PRONOUNS = Table(PRONOUNS, (10, 8, 7, 6, 5, 5))
OBJECT_PRONOUNS = Table(PRONOUNS, (8, 6, 6, 6, 4, 5))

# English: (masculine, feminine, plural); the masculine also serves feminines before a vowel.
POSSESSIVES = {
    "my": ("mon", "ma", "mes"),
    "your": ("ton", "ta", "tes"),
    "his": ("son", "sa", "ses"),
    "her": ("son", "sa", "ses"),
    "our": ("notre", "notre", "nos"),
    "their": ("leur", "leur", "leurs"),
}
POSSESSIVE_TABLE = Table(tuple(POSSESSIVES), (10, 6, 6, 6, 3, 3))

UNITS_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
UNITS_FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze "
    "quinze seize dix-sept dix-huit dix-neuf"
).split()
TENS_ENGLISH = "twenty thirty forty fifty sixty seventy eighty ninety".split()
TENS_FRENCH = (
    "vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix".split()
)


def english_number(number: int) -> str:
    """0 to 100 in letters.

    >>> english_number(7), english_number(42), english_number(100)
    ('seven', 'forty-two', 'hundred')
    """
    if number < 20:
        return UNITS_ENGLISH[number]
    if number == 100:
        return "hundred"
    tens = TENS_ENGLISH[number // 10 - 2]
    return tens if number % 10 == 0 else f"{tens}-{UNITS_ENGLISH[number % 10]}"


def french_number(number: int, feminine: bool = False) -> str:
    """0 to 100 in letters, words separated by spaces.

    >>> [french_number(n) for n in (21, 71, 80, 81, 92)]
    ['vingt et un', 'soixante et onze', 'quatre-vingts', 'quatre-vingt-un', 'quatre-vingt-douze']
    """
    if number == 100:
        return "cent"
    text = UNITS_FRENCH[number] if number < 20 else _french_tens(number)
    return text + "e" if feminine and (number == 1 or text.endswith((" un", "-un"))) else text


def _french_tens(number: int) -> str:
    tens, unit = divmod(number, 10)
    if tens in (7, 9):
        tens, unit = tens - 1, unit + 10
    stem = TENS_FRENCH[tens - 2]
    if unit == 0:
        return "quatre-vingts" if number == 80 else stem
    if unit in (1, 11) and tens != 8:
        return f"{stem} et {UNITS_FRENCH[unit]}"
    return f"{stem}-{UNITS_FRENCH[unit]}"


DAYS = (
    ("Monday", "lundi"),
    ("Sunday", "dimanche"),
    ("Friday", "vendredi"),
    ("Saturday", "samedi"),
    ("Tuesday", "mardi"),
    ("Wednesday", "mercredi"),
    ("Thursday", "jeudi"),
)
MONTHS = (
    ("January", "janvier"),
    ("February", "février"),
    ("March", "mars"),
    ("April", "avril"),
    ("May", "mai"),
    ("June", "juin"),
    ("July", "juillet"),
    ("August", "août"),
    ("September", "septembre"),
    ("October", "octobre"),
    ("November", "novembre"),
    ("December", "décembre"),
)
# English, preposition in French, French.
SEASONS = (
    ("summer", "en", "été"),
    ("winter", "en", "hiver"),
    ("spring", "au", "printemps"),
    ("autumn", "en", "automne"),
)

# Times, in the alignment notation of `phrasebook`: French word / index of its English word.
PRESENT_TIMES = """
every day | chaque/1 jour/2
every morning | chaque/1 matin/2
every evening | chaque/1 soir/2
every week | chaque/1 semaine/2
every year | chaque/1 année/2
in the morning | le/2 matin/3
in the evening | le/2 soir/3
in the afternoon | l'/2 après-midi/3
at night | la/1 nuit/2
after dinner | après/1 le/~2 dîner/2
before breakfast | avant/1 le/~2 petit/~2 déjeuner/2
all day | toute/1 la/~2 journée/2
"""
NOW_TIMES = """
now | maintenant/1
today | aujourd'hui/1
this morning | ce/1 matin/2
this afternoon | cet/1 après-midi/2
"""
PAST_TIMES = """
yesterday | hier/1
last week | la/~2 semaine/2 dernière/1
last night | hier/1 soir/2
last year | l'/~2 année/2 dernière/1
this morning | ce/1 matin/2
two days ago | il/~3 y/~3 a/3 deux/1 jours/2
yesterday morning | hier/1 matin/2
yesterday evening | hier/1 soir/2
last month | le/~2 mois/2 dernier/1
last summer | l'/~2 été/2 dernier/1
a week ago | il/~3 y/~3 a/3 une/1 semaine/2
three years ago | il/~3 y/~3 a/3 trois/1 ans/2
an hour ago | il/~3 y/~3 a/3 une/1 heure/2
last winter | l'/~2 hiver/2 dernier/1
"""
FUTURE_TIMES = """
tomorrow | demain/1
tonight | ce/~1 soir/1
soon | bientôt/1
next week | la/~2 semaine/2 prochaine/1
tomorrow morning | demain/1 matin/2
next year | l'/~2 année/2 prochaine/1
in two days | dans/1 deux/2 jours/3
tomorrow evening | demain/1 soir/2
next month | le/~2 mois/2 prochain/1
this evening | ce/1 soir/2
in an hour | dans/1 une/2 heure/3
next summer | l'/~2 été/2 prochain/1
"""
# English, French: before the main verb in English, after the finite verb in French.
FREQUENCIES = (("often", "souvent"), ("always", "toujours"), ("sometimes", "parfois"))
ALSO = ("also", "aussi")
# English, French.
PERSON_PREPOSITIONS = (("with", "avec"), ("for", "pour"), ("without", "sans"), ("like", "comme"))
# English words, French words; "à côté de" ends with a "de" that may contract.
NEAR_PREPOSITIONS = (
    ("under", "sous"),
    ("behind", "derrière"),
    ("in front of", "devant"),
    ("near", "près de"),
    ("next to", "à côté de"),
    ("between", "entre"),
)
