"""French conjugation: present, imparfait, futur, conditionnel, imperative and participle.

Persons are indices: 0 je, 1 tu, 2 il or elle, 3 nous, 4 ils or elles ("you" is always tu).
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from transformer_viz.training.grammar.word_tables import read_table

PLURAL_PERSONS = (3, 4)
IMPARFAIT = ("ais", "ais", "ait", "ions", "aient")
FUTUR = ("ai", "as", "a", "ons", "ont")
REFLEXIVE = ("me", "te", "se", "nous", "se")
DOUBLING = ("appeler", "jeter")


class Paradigm(NamedTuple):
    """The principal parts of a verb; stems carry no ending."""

    present: tuple[str, ...]
    past_stem: str
    future_stem: str
    participle: str


@cache
def conjugate(infinitive: str, tense: str, person: int) -> str:
    """One simple form; `tense` is present, imparfait, futur, conditionnel or imperative.

    >>> conjugate("manger", "present", 3), conjugate("finir", "imparfait", 0)
    ('mangeons', 'finissais')
    """
    parts = paradigm(infinitive)
    if tense == "present":
        return parts.present[person]
    if tense == "imparfait":
        return _soften(parts.past_stem, IMPARFAIT[person])
    if tense == "futur":
        return parts.future_stem + FUTUR[person]
    if tense == "conditionnel":
        return parts.future_stem + IMPARFAIT[person]
    if tense == "imperative":
        return _imperative(infinitive, person)
    raise ValueError(f"unknown tense: {tense}")


@cache
def participle(infinitive: str, gender: str = "m", plural: bool = False) -> str:
    """The past participle, agreeing.

    >>> participle("aller", "f", True), participle("asseoir", "m", True)
    ('allées', 'assis')
    """
    form = paradigm(infinitive).participle
    if gender == "f":
        form = {"dû": "due"}.get(form, form + "e")
    return form + "s" if plural and not form.endswith("s") else form


@cache
def paradigm(infinitive: str) -> Paradigm:
    """The principal parts of any verb of the lexicon."""
    if infinitive in _IRREGULAR:
        return _IRREGULAR[infinitive]
    if infinitive.endswith("er"):
        return _first_group(infinitive)
    stem = infinitive[:-2]
    if infinitive.endswith("ir"):
        present = (stem + "is", stem + "is", stem + "it", stem + "issons", stem + "issent")
        return Paradigm(present, stem + "iss", infinitive, stem + "i")
    if infinitive.endswith("re"):
        third = stem if stem.endswith("d") else stem + "t"
        present = (stem + "s", stem + "s", third, stem + "ons", stem + "ent")
        return Paradigm(present, stem, infinitive[:-1], stem + "u")
    raise ValueError(f"not a French infinitive: {infinitive}")


def _first_group(infinitive: str) -> Paradigm:
    """Verbs in -er, whose stem may change before a silent ending (achète, appelle, nettoie)."""
    stem = infinitive[:-2]
    silent = _silent_stem(infinitive)
    future_stem = infinitive if stem[-2] == "é" else silent + "er"
    nous = _soften(stem, "ons")
    present = (silent + "e", silent + "es", silent + "e", nous, silent + "ent")
    return Paradigm(present, stem, future_stem, stem + "é")


def _silent_stem(infinitive: str) -> str:
    stem = infinitive[:-2]
    if infinitive.endswith(DOUBLING):
        return stem + stem[-1]
    if stem.endswith("y"):
        return stem[:-1] + "i"
    if stem[-2] in "eé" and stem[-1] not in "aeiouéèy":
        return stem[:-2] + "è" + stem[-1]
    return stem


def _soften(stem: str, ending: str) -> str:
    """Keep the sound of g and c before a and o: mangeons, commençais."""
    if ending[0] in "ao" and stem[-1] == "g":
        return stem + "e" + ending
    if ending[0] in "ao" and stem[-1] == "c":
        return stem[:-1] + "ç" + ending
    return stem + ending


def _imperative(infinitive: str, person: int) -> str:
    if infinitive in IMPERATIVES:
        return IMPERATIVES[infinitive][person == 3]
    form = conjugate(infinitive, "present", person)
    return form[:-1] if person == 1 and form.endswith("es") else form


@dataclass(frozen=True)
class _IrregularRow:
    infinitive: str
    je: str
    tu: str
    il: str
    nous: str
    ils: str
    future: str
    participle: str
    imperative: tuple[str, ...] = ()


def _irregular(row: _IrregularRow) -> Paradigm:
    past_stem = "ét" if row.infinitive == "être" else row.nous.removesuffix("ons")
    present = (row.je, row.tu, row.il, row.nous, row.ils)
    return Paradigm(present, past_stem, row.future, row.participle)


_ROWS = read_table("french_irregular", _IrregularRow, unique=("infinitive",))
_IRREGULAR = {row.infinitive: _irregular(row) for row in _ROWS}
IMPERATIVES = {row.infinitive: row.imperative for row in _ROWS if row.imperative}


def split_reflexive(infinitive: str) -> tuple[str, bool]:
    """
    >>> split_reflexive("s'asseoir"), split_reflexive("se laver"), split_reflexive("sentir")
    (('asseoir', True), ('laver', True), ('sentir', False))
    """
    for mark in ("se ", "s'"):
        if infinitive.startswith(mark):
            return infinitive.removeprefix(mark), True
    return infinitive, False
