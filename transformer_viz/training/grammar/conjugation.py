"""French conjugation: present, imparfait, futur, conditionnel, imperative and participle.

Persons are indices: 0 je, 1 tu, 2 il or elle, 3 nous, 4 ils or elles ("you" is always tu).
"""

from functools import cache
from typing import NamedTuple

PLURAL_PERSONS = (3, 4)
IMPARFAIT = ("ais", "ais", "ait", "ions", "aient")
FUTUR = ("ai", "as", "a", "ons", "ont")
REFLEXIVE = ("me", "te", "se", "nous", "se")
# infinitive: present | future stem | participle. The last lines serve whole families.
IRREGULAR = """
être: suis es est sommes sont | ser | été
avoir: ai as a avons ont | aur | eu
aller: vais vas va allons vont | ir | allé
faire: fais fais fait faisons font | fer | fait
dire: dis dis dit disons disent | dir | dit
lire: lis lis lit lisons lisent | lir | lu
écrire: écris écris écrit écrivons écrivent | écrir | écrit
boire: bois bois boit buvons boivent | boir | bu
voir: vois vois voit voyons voient | verr | vu
savoir: sais sais sait savons savent | saur | su
connaître: connais connais connaît connaissons connaissent | connaîtr | connu
pouvoir: peux peux peut pouvons peuvent | pourr | pu
vouloir: veux veux veut voulons veulent | voudr | voulu
devoir: dois dois doit devons doivent | devr | dû
mettre: mets mets met mettons mettent | mettr | mis
dormir: dors dors dort dormons dorment | dormir | dormi
partir: pars pars part partons partent | partir | parti
sentir: sens sens sent sentons sentent | sentir | senti
sortir: sors sors sort sortons sortent | sortir | sorti
servir: sers sers sert servons servent | servir | servi
courir: cours cours court courons courent | courr | couru
mourir: meurs meurs meurt mourons meurent | mourr | mort
naître: nais nais naît naissons naissent | naîtr | né
vivre: vis vis vit vivons vivent | vivr | vécu
suivre: suis suis suit suivons suivent | suivr | suivi
poursuivre: poursuis poursuis poursuit poursuivons poursuivent | poursuivr | poursuivi
conduire: conduis conduis conduit conduisons conduisent | conduir | conduit
construire: construis construis construit construisons construisent | construir | construit
traduire: traduis traduis traduit traduisons traduisent | traduir | traduit
ouvrir: ouvre ouvres ouvre ouvrons ouvrent | ouvrir | ouvert
découvrir: découvre découvres découvre découvrons découvrent | découvrir | découvert
offrir: offre offres offre offrons offrent | offrir | offert
croire: crois crois croit croyons croient | croir | cru
rire: ris ris rit rions rient | rir | ri
sourire: souris souris sourit sourions sourient | sourir | souri
asseoir: assieds assieds assied asseyons asseyent | assiér | assis
recevoir: reçois reçois reçoit recevons reçoivent | recevr | reçu
prendre: prends prends prend prenons prennent | prendr | pris
apprendre: apprends apprends apprend apprenons apprennent | apprendr | appris
comprendre: comprends comprends comprend comprenons comprennent | comprendr | compris
venir: viens viens vient venons viennent | viendr | venu
revenir: reviens reviens revient revenons reviennent | reviendr | revenu
souvenir: souviens souviens souvient souvenons souviennent | souviendr | souvenu
devenir: deviens deviens devient devenons deviennent | deviendr | devenu
tenir: tiens tiens tient tenons tiennent | tiendr | tenu
peindre: peins peins peint peignons peignent | peindr | peint
éteindre: éteins éteins éteint éteignons éteignent | éteindr | éteint
pleuvoir: - - pleut pleuvons - | pleuvr | plu
envoyer: envoie envoies envoie envoyons envoient | enverr | envoyé
"""
IMPERATIVES = {"être": ("sois", "soyons"), "avoir": ("aie", "ayons"), "aller": ("va", "allons")}
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


def _read_irregular(line: str) -> tuple[str, Paradigm]:
    infinitive, parts = line.split(": ")
    present_text, future_stem, past_participle = (part.strip() for part in parts.split("|"))
    present = tuple(present_text.split())
    past_stem = "ét" if infinitive == "être" else present[3].removesuffix("ons")
    return infinitive, Paradigm(present, past_stem, future_stem, past_participle)


_IRREGULAR = dict(_read_irregular(line) for line in IRREGULAR.strip().splitlines())


def split_reflexive(infinitive: str) -> tuple[str, bool]:
    """
    >>> split_reflexive("s'asseoir"), split_reflexive("se laver"), split_reflexive("sentir")
    (('asseoir', True), ('laver', True), ('sentir', False))
    """
    for mark in ("se ", "s'"):
        if infinitive.startswith(mark):
            return infinitive.removeprefix(mark), True
    return infinitive, False
