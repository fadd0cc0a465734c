"""French and English forms against what grammars of the two languages say."""

import pytest

from transformer_viz.training.grammar import english
from transformer_viz.training.grammar.adjectives import ADJECTIVE, adjective_form
from transformer_viz.training.grammar.conjugation import (
    conjugate,
    participle,
    split_reflexive,
)
from transformer_viz.training.grammar.french import (
    feminine,
    plural,
    settle_contractions,
    starts_with_vowel,
)
from transformer_viz.training.grammar.nouns import NOUNS_OF
from transformer_viz.training.grammar.numbers import french_number
from transformer_viz.training.grammar.word import Word

PRESENT = {
    "être": "suis es est sommes sont",
    "avoir": "ai as a avons ont",
    "aller": "vais vas va allons vont",
    "parler": "parle parles parle parlons parlent",
    "manger": "mange manges mange mangeons mangent",
    "commencer": "commence commences commence commençons commencent",
    "acheter": "achète achètes achète achetons achètent",
    "lever": "lève lèves lève levons lèvent",
    "appeler": "appelle appelles appelle appelons appellent",
    "préférer": "préfère préfères préfère préférons préfèrent",
    "protéger": "protège protèges protège protégeons protègent",
    "nettoyer": "nettoie nettoies nettoie nettoyons nettoient",
    "essayer": "essaie essaies essaie essayons essaient",
    "envoyer": "envoie envoies envoie envoyons envoient",
    "étudier": "étudie étudies étudie étudions étudient",
    "finir": "finis finis finit finissons finissent",
    "grandir": "grandis grandis grandit grandissons grandissent",
    "attendre": "attends attends attend attendons attendent",
    "ouvrir": "ouvre ouvres ouvre ouvrons ouvrent",
    "dormir": "dors dors dort dormons dorment",
    "venir": "viens viens vient venons viennent",
    "prendre": "prends prends prend prenons prennent",
    "boire": "bois bois boit buvons boivent",
    "voir": "vois vois voit voyons voient",
    "faire": "fais fais fait faisons font",
    "vouloir": "veux veux veut voulons veulent",
    "pouvoir": "peux peux peut pouvons peuvent",
    "devoir": "dois dois doit devons doivent",
    "savoir": "sais sais sait savons savent",
    "connaître": "connais connais connaît connaissons connaissent",
    "écrire": "écris écris écrit écrivons écrivent",
    "conduire": "conduis conduis conduit conduisons conduisent",
    "peindre": "peins peins peint peignons peignent",
    "courir": "cours cours court courons courent",
    "mourir": "meurs meurs meurt mourons meurent",
    "croire": "crois crois croit croyons croient",
    "suivre": "suis suis suit suivons suivent",
    "asseoir": "assieds assieds assied asseyons asseyent",
}
FUTURE_IL = {
    "être": "sera",
    "avoir": "aura",
    "aller": "ira",
    "faire": "fera",
    "voir": "verra",
    "venir": "viendra",
    "pouvoir": "pourra",
    "vouloir": "voudra",
    "savoir": "saura",
    "devoir": "devra",
    "envoyer": "enverra",
    "courir": "courra",
    "mourir": "mourra",
    "acheter": "achètera",
    "appeler": "appellera",
    "préférer": "préférera",
    "protéger": "protégera",
    "nettoyer": "nettoiera",
    "payer": "paiera",
    "manger": "mangera",
    "finir": "finira",
    "attendre": "attendra",
    "boire": "boira",
    "lire": "lira",
}
IMPARFAIT_JE = {
    "être": "étais",
    "avoir": "avais",
    "manger": "mangeais",
    "commencer": "commençais",
    "finir": "finissais",
    "boire": "buvais",
    "faire": "faisais",
    "voir": "voyais",
    "étudier": "étudiais",
    "prendre": "prenais",
    "vouloir": "voulais",
    "peindre": "peignais",
    "nettoyer": "nettoyais",
    "lever": "levais",
}
PARTICIPLES = {
    "manger": "mangé",
    "finir": "fini",
    "vendre": "vendu",
    "perdre": "perdu",
    "être": "été",
    "avoir": "eu",
    "faire": "fait",
    "voir": "vu",
    "boire": "bu",
    "lire": "lu",
    "écrire": "écrit",
    "prendre": "pris",
    "mettre": "mis",
    "ouvrir": "ouvert",
    "mourir": "mort",
    "naître": "né",
    "venir": "venu",
    "courir": "couru",
    "suivre": "suivi",
    "conduire": "conduit",
    "peindre": "peint",
    "savoir": "su",
    "connaître": "connu",
    "vouloir": "voulu",
    "répondre": "répondu",
    "asseoir": "assis",
}


@pytest.mark.parametrize("infinitive", PRESENT)
def test_present(infinitive: str) -> None:
    forms = [conjugate(infinitive, "present", person) for person in range(5)]
    assert forms == PRESENT[infinitive].split()


@pytest.mark.parametrize("infinitive", FUTURE_IL)
def test_future(infinitive: str) -> None:
    assert conjugate(infinitive, "futur", 2) == FUTURE_IL[infinitive]


@pytest.mark.parametrize("infinitive", IMPARFAIT_JE)
def test_imparfait(infinitive: str) -> None:
    assert conjugate(infinitive, "imparfait", 0) == IMPARFAIT_JE[infinitive]


def test_imparfait_endings_follow_the_person() -> None:
    forms = [conjugate("manger", "imparfait", person) for person in range(5)]
    assert forms == ["mangeais", "mangeais", "mangeait", "mangions", "mangeaient"]


@pytest.mark.parametrize("infinitive", PARTICIPLES)
def test_participle(infinitive: str) -> None:
    assert participle(infinitive) == PARTICIPLES[infinitive]


def test_participle_agrees() -> None:
    assert participle("aller", "f", False) == "allée"
    assert participle("aller", "m", True) == "allés"
    assert participle("prendre", "f", True) == "prises"
    assert participle("prendre", "m", True) == "pris"


def test_imperative_of_tu_and_nous() -> None:
    assert conjugate("manger", "imperative", 1) == "mange"
    assert conjugate("manger", "imperative", 3) == "mangeons"
    assert conjugate("ouvrir", "imperative", 1) == "ouvre"
    assert conjugate("aller", "imperative", 1) == "va"
    assert conjugate("prendre", "imperative", 1) == "prends"
    assert conjugate("être", "imperative", 1) == "sois"


def test_conditional() -> None:
    assert conjugate("devoir", "conditionnel", 2) == "devrait"
    assert conjugate("vouloir", "conditionnel", 0) == "voudrais"


def test_unknown_tense_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown tense"):
        conjugate("manger", "subjonctif", 0)


def test_reflexive_verbs_lose_their_pronoun() -> None:
    assert split_reflexive("se réveiller") == ("réveiller", True)
    assert split_reflexive("servir") == ("servir", False)


def test_plural_of_nouns() -> None:
    singular = [
        "chat",
        "gâteau",
        "cheval",
        "journal",
        "souris",
        "nez",
        "hibou",
        "œil",
        "jeu",
        "clé",
        "pull",
        "oiseau",
    ]
    expected = "chats gâteaux chevaux journaux souris nez hiboux yeux jeux clés pulls oiseaux"
    assert [plural(word) for word in singular] == expected.split()


def test_feminine_of_adjectives() -> None:
    masculine = [
        "petit",
        "heureux",
        "cher",
        "actif",
        "italien",
        "bon",
        "rouge",
        "fatigué",
        "cruel",
        "noir",
    ]
    expected = "petite heureuse chère active italienne bonne rouge fatiguée cruelle noire"
    assert [feminine(word) for word in masculine] == expected.split()


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("beautiful", "beau belle beaux belles"),
        ("old", "vieux vieille vieux vieilles"),
        ("new", "nouveau nouvelle nouveaux nouvelles"),
        ("white", "blanc blanche blancs blanches"),
        ("long", "long longue longs longues"),
        ("blue", "bleu bleue bleus bleues"),
        ("lazy", "paresseux paresseuse paresseux paresseuses"),
        ("expensive", "cher chère chers chères"),
        ("kind", "gentil gentille gentils gentilles"),
        ("dry", "sec sèche secs sèches"),
        ("sweet", "sucré sucrée sucrés sucrées"),
        ("false", "faux fausse faux fausses"),
        ("American", "américain américaine américains américaines"),
    ],
)
def test_adjective_agrees(word: str, forms: str) -> None:
    found = [
        adjective_form(ADJECTIVE[word], is_feminine, is_plural)
        for is_plural in (False, True)
        for is_feminine in (False, True)
    ]
    assert found == forms.split()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("homme", True),
        ("haricot", False),
        ("hibou", False),
        ("œuf", True),
        ("école", True),
        ("île", True),
        ("étoile", True),
        ("y", True),
        ("yeux", False),
        ("onze", False),
        ("huit", False),
        ("Anna", True),
        ("Zorblax", False),
        ("8", False),
    ],
)
def test_vowel_start(word: str, expected: bool) -> None:
    assert starts_with_vowel(word) is expected


def settled(*texts: str) -> list[str]:
    """Spell words; articles are written with a capital L here."""
    words = [Word(text.lower(), article=text[0] == "L") for text in texts]
    return [word.text for word in settle_contractions(words)]


def test_contraction_and_elision() -> None:
    assert settled("de", "Le", "professeur") == ["du", "professeur"]
    assert settled("de", "Le", "homme") == ["de", "l'", "homme"]
    assert settled("de", "La", "eau") == ["de", "l'", "eau"]
    assert settled("à", "Le", "marché") == ["au", "marché"]
    assert settled("à", "Les", "enfants") == ["aux", "enfants"]
    assert settled("de", "Les", "enfants") == ["des", "enfants"]
    assert settled("de", "Le", "hibou") == ["du", "hibou"]
    assert settled("à", "Le", "hôpital") == ["à", "l'", "hôpital"]
    assert settled("je", "aime") == ["j'", "aime"]
    assert settled("ne", "y", "a") == ["n'", "y", "a"]
    assert settled("que", "elle") == ["qu'", "elle"]
    assert settled("si", "il") == ["s'", "il"]
    assert settled("si", "elle") == ["si", "elle"]
    assert settled("ce", "était") == ["c'", "était"]


def test_pronouns_do_not_contract() -> None:
    assert settled("de", "le", "voir") == ["de", "le", "voir"]
    assert settled("à", "les", "manger") == ["à", "les", "manger"]


def test_contracted_word_keeps_both_links() -> None:
    merged, _ = settle_contractions([Word("de", 1), Word("le", 2, article=True), Word("roi", 3)])[
        :2
    ]
    assert merged == Word("du", 2, (1,))


def test_french_numbers() -> None:
    expected = {
        1: "un",
        16: "seize",
        17: "dix-sept",
        21: "vingt et un",
        22: "vingt-deux",
        70: "soixante-dix",
        71: "soixante et onze",
        77: "soixante-dix-sept",
        80: "quatre-vingts",
        81: "quatre-vingt-un",
        91: "quatre-vingt-onze",
        99: "quatre-vingt-dix-neuf",
        100: "cent",
    }
    assert {number: french_number(number) for number in expected} == expected
    assert french_number(21, feminine=True) == "vingt et une"
    assert french_number(81, feminine=True) == "quatre-vingt-une"
    assert french_number(11, feminine=True) == "onze"


def test_english_forms() -> None:
    assert [
        english.plural(w) for w in ["box", "knife", "leaf", "baby", "toy", "potato", "bus"]
    ] == (["boxes", "knives", "leaves", "babies", "toys", "potatoes", "buses"])
    assert [english.third_person(v) for v in ["go", "wash", "try", "play", "have", "fix"]] == (
        ["goes", "washes", "tries", "plays", "has", "fixes"]
    )
    assert [
        english.past(v) for v in ["stop", "carry", "love", "open", "prefer", "travel", "play"]
    ] == (["stopped", "carried", "loved", "opened", "preferred", "traveled", "played"])
    assert [
        english.gerund(v) for v in ["make", "run", "open", "lie", "see", "begin", "travel"]
    ] == (["making", "running", "opening", "lying", "seeing", "beginning", "traveling"])
    assert [english.compared(a, "er") for a in ["big", "happy", "nice", "old", "good"]] == (
        ["bigger", "happier", "nicer", "older", "better"]
    )
    assert english.compared("expensive", "er") is None
    assert english.compared("famous", "est") is None


def test_a_or_an() -> None:
    words = [
        "apple",
        "house",
        "hour",
        "university",
        "egg",
        "European",
        "uncle",
        "useful",
        "old",
        "one",
    ]
    found = [english.settle_articles([Word("a"), Word(word)])[0].text for word in words]
    assert found == ["an", "a", "an", "a", "an", "a", "an", "a", "an", "a"]


def test_every_noun_has_a_gender() -> None:
    for nouns in NOUNS_OF.values():
        for noun in nouns:
            assert noun.gender in ("m", "f"), noun
