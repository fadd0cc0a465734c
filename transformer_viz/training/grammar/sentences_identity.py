"""Who and what somebody or something is: professions, names, origins."""

from transformer_viz.training.grammar.adjectives import ADJECTIVE, NATIONS
from transformer_viz.training.grammar.clauses import being, clause, with_phrase
from transformer_viz.training.grammar.conjugation import REFLEXIVE, conjugate
from transformer_viz.training.grammar.draw import Draw, Table
from transformer_viz.training.grammar.french import plural as french_plural
from transformer_viz.training.grammar.names import CITY_TABLE
from transformer_viz.training.grammar.noun_phrases import (
    KNOWN,
    adjective_table,
    agreeing,
    described,
    draw_noun,
    may_be_plural,
    noun_phrase,
    random_adjectives,
)
from transformer_viz.training.grammar.nouns import NOUN, NOUNS_OF, Noun, expand
from transformer_viz.training.grammar.participants import (
    genitive,
    kin,
    name_phrase,
    owner,
    person,
    pronoun_phrase,
)
from transformer_viz.training.grammar.phrase import Phrase, linked
from transformer_viz.training.grammar.places import city, country, place
from transformer_viz.training.grammar.small_words import (
    POSSESSIVE_TABLE,
    PRONOUNS,
    SUBJECT_PRONOUNS,
)
from transformer_viz.training.grammar.verbs import parse_verb
from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_lists import word_list

ORIGIN = parse_verb("be", "venir", "state")
JOB_TABLE = Table(NOUNS_OF["job"], [1 / (rank + 6) for rank in range(len(NOUNS_OF["job"]))])
JOB_ADJECTIVES = Table([ADJECTIVE[word] for word in word_list("job adjectives")])
KINDS_OF_ANIMALS = word_list("kinds of animals")
ANIMAL_ADJECTIVES = word_list("animal adjectives")


def profession(draw: Draw) -> Phrase:
    """He is a teacher: il est professeur; you are a good student: tu es un bon étudiant."""
    subject = pronoun_phrase(draw, draw.pick(SUBJECT_PRONOUNS))
    if draw.chance(0.45):
        subject = person(draw, KNOWN, pronouns=False)
        if subject.theme == "job":
            subject = kin(draw)
    noun = draw.pick(JOB_TABLE)
    tense = draw.choose(("present", "present", "present", "past", "future"))
    polarity = "not" if draw.chance(0.15) else "yes"
    if draw.chance(0.45):
        return _good_at_it(draw, subject, noun, tense, polarity)
    key = draw.key()
    english_words = [Word((noun.english_plural if subject.plural else noun.english)[0], key)]
    if not subject.plural:
        english_words.insert(0, Word("a", 0, (key,)))
    act = being(Phrase(english_words, [Word(_job_form(noun, subject), key)]))
    return clause(draw, subject, act, tense, polarity)


def _job_form(noun: Noun, subject: Phrase) -> str:
    form = noun.feminine if subject.gender == "f" else noun.french[0]
    return french_plural(form) if subject.plural else form


def _good_at_it(draw: Draw, subject: Phrase, noun: Noun, tense: str, polarity: str) -> Phrase:
    """With an adjective there is an article, and "he is" becomes "c'est"."""
    gendered = noun
    if subject.gender == "f":
        plural = french_plural(noun.feminine)
        gendered = noun._replace(french=(noun.feminine,), french_plural=(plural,), gender="f")
    adjective = draw.pick(JOB_ADJECTIVES)
    determiner = "bare" if subject.plural else "a"
    phrase = noun_phrase(draw, gendered, determiner, subject.plural, (adjective,))
    if subject.kind != "pronoun" or subject.person not in (2, 4):
        return clause(draw, subject, being(phrase), tense, polarity)
    return clause(draw, _as_ce(subject), being(phrase), tense, polarity)


def _as_ce(subject: Phrase) -> Phrase:
    """The pronoun before a noun phrase: "he is a man" is "c'est un homme"."""
    return subject._replace(french=[Word("ce", subject.key)])


def presentation(draw: Draw) -> Phrase:
    """This is my brother: c'est mon frère; it is a cat: c'est un chat."""
    plural = draw.chance(0.2)
    word = draw.choose(("these", "those", "they") if plural else ("this", "it", "it", "that"))
    subject = linked(draw, word, "ce")._replace(person=4 if plural else 2)
    if not plural and word != "it" and draw.chance(0.3):
        other = draw.choose((kin, name_phrase))(draw)
        if other.plural:
            other = name_phrase(draw)
    elif not plural and draw.chance(0.25):
        other = _singular_genitive(draw, owner(draw))
    else:
        noun = draw_noun(
            draw, expand("pet object clothes device text vehicle fruit wild idea room")
        )
        if plural and not may_be_plural(noun):
            noun = NOUN["book"]
        determiner = draw.pick(POSSESSIVE_TABLE) if noun.theme not in ("wild", "fruit") else "a"
        if draw.chance(0.55) or determiner == "a":
            determiner = "bare" if plural else "a"
        adjectives = random_adjectives(draw, noun, 0.35)
        other = noun_phrase(draw, noun, determiner, plural, adjectives)
    tense = "present" if draw.chance(0.9) else "past"
    polarity = "not" if draw.chance(0.15) else "yes"
    return clause(draw, subject, being(other), tense, polarity)


def _singular_genitive(draw: Draw, possessor: Phrase) -> Phrase:
    while True:
        phrase = genitive(draw, possessor, ("vehicle", "object", "pet", "device", "clothes"))
        if not phrase.plural:
            return phrase


def relation(draw: Draw) -> Phrase:
    """Tom is my friend; she is my sister: c'est ma sœur; I am the king."""
    subject = person(draw, KNOWN)
    if subject.plural or subject.kind == "someone":
        subject = name_phrase(draw)
    names = ("friend", "neighbor", "teacher", "doctor", "cousin")
    if subject.gender == "f":
        names = ("sister", "mother", "wife", "daughter", "aunt")
    elif subject.kind != "pronoun" or subject.person == 2:
        names = (*names, "brother", "father", "son", "husband", "uncle")
    noun = NOUN[draw.choose(names)]
    if subject.lemma == "_".join(noun.english):
        subject = name_phrase(draw)
    choices = [p for p in ("my", "his", "her", "your", "our") if p != _own(subject)]
    phrase = noun_phrase(draw, noun, draw.choose(choices))
    if subject.kind == "pronoun" and subject.person == 2:
        subject = _as_ce(subject)
    return clause(draw, subject, being(phrase))


def _own(subject: Phrase) -> str:
    return {0: "my", 1: "your", 3: "our"}.get(subject.person, "")


def kind_of(draw: Draw) -> Phrase:
    """A dog is an animal; Paris is a beautiful city."""
    if draw.chance(0.5):
        name = draw.choose(KINDS_OF_ANIMALS)
        subject = noun_phrase(draw, NOUN[name], "a")
        adjective = ADJECTIVE[draw.choose(ANIMAL_ADJECTIVES)]
        adjectives = (adjective,) if draw.chance(0.6) else ()
        phrase = noun_phrase(draw, NOUN["animal"], "a", False, adjectives)
        return clause(draw, subject, being(phrase), "present", "yes")
    subject = linked(draw, *draw.pick(CITY_TABLE))
    adjectives = (draw.pick(adjective_table(NOUN["city"])),)
    phrase = noun_phrase(draw, NOUN["city"], "a", False, adjectives)
    return clause(draw, subject, being(phrase))


def called(draw: Draw) -> Phrase:
    """My name is Anna: je m'appelle Anna; my brother's name is Tom."""
    name = name_phrase(draw)
    if draw.chance(0.2):
        subject = pronoun_phrase(draw, PRONOUNS[0])
        return clause(draw, subject, being(name))
    whose, name_key, verb = draw.key(), draw.key(), draw.key()
    if draw.chance(0.25):
        relatives = ("sister", "mother") if name.gender == "f" else ("brother", "father", "son")
        noun = NOUN[draw.choose((*relatives, "dog", "cat", "teacher"))]
        other = noun_phrase(draw, noun, draw.pick(POSSESSIVE_TABLE))
        english_words = [*other.english, Word("'s", 0, (name_key,))]
        french_words, person_index = other.french, 2
    else:
        third = PRONOUNS[2 if name.gender == "f" else 1]
        pronoun = draw.choose((PRONOUNS[0], PRONOUNS[0], third, PRONOUNS[3]))
        english_words = [Word(pronoun.possessive, whose)]
        french_words, person_index = [Word(pronoun.french, whose)], pronoun.person
    form = conjugate("appeler", "present", person_index)
    return Phrase(
        [*english_words, Word("name", name_key), Word("is", verb), *name.english],
        [
            *french_words,
            Word(REFLEXIVE[person_index], 0, (name_key,)),
            Word(form, name_key, (verb,)),
            *name.french,
        ],
    )


def creature(draw: Draw) -> Phrase:
    """I am a cat: je suis un chat; he is a man: c'est un homme."""
    pronoun = draw.pick(SUBJECT_PRONOUNS)
    subject = pronoun_phrase(draw, pronoun)
    names = ("man", "boy", "child", "robot", "king", "cat", "lion", "machine")
    if pronoun.gender == "f":
        names = ("woman", "girl", "queen", "princess", "child")
    elif pronoun.person == 2:
        names = ("man", "boy", "child", "king", "prince")
    noun = NOUN[draw.choose(names)]
    if pronoun.plural and not may_be_plural(noun):
        noun = NOUN["child"]
    adjectives = random_adjectives(draw, noun, 0.3)
    determiner = "bare" if pronoun.plural else "a"
    phrase = noun_phrase(draw, noun, determiner, pronoun.plural, adjectives)
    if pronoun.person in (2, 4):
        subject = _as_ce(subject)
    tense = "present" if draw.chance(0.8) else "past"
    return clause(draw, subject, being(phrase), tense, "not" if draw.chance(0.25) else "yes")


def nationality(draw: Draw) -> Phrase:
    """She is French: elle est française."""
    subject = person(draw, KNOWN)
    adjective = ADJECTIVE[draw.choose(NATIONS)]
    tense = "present" if draw.chance(0.85) else "past"
    act = being(agreeing(draw, adjective, subject))
    return clause(draw, subject, act, tense, "not" if draw.chance(0.2) else "yes")


def from_where(draw: Draw) -> Phrase:
    """I am from London: je viens de Londres."""
    subject = person(draw, KNOWN)
    where = draw.choose((city, country))(draw, "from")
    return clause(draw, subject, with_phrase(ORIGIN, where))


def at_home(draw: Draw) -> Phrase:
    """Anna lives in Paris; my parents' house aside, people live in places."""
    subject = person(draw)
    where = place(draw, ("city", "country", "city"))
    verb = parse_verb("live", "habiter", "state")
    tense = draw.choose(("present", "present", "past"))
    polarity = "not" if draw.chance(0.15) else "yes"
    return clause(draw, subject, with_phrase(verb, where), tense, polarity)


def fragment(draw: Draw) -> Phrase:
    """A noun phrase on its own: the small red house."""
    noun = draw_noun(draw, expand("animal animal thing people vehicle room place food text"))
    return described(draw, noun)
