"""Orders and wishes."""

from transformer_viz.training.grammar.actions import action, plain_action
from transformer_viz.training.grammar.clauses import Action, infinitive, order
from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.noun_phrases import Setting, noun_phrase
from transformer_viz.training.grammar.nouns import NOUN, expand
from transformer_viz.training.grammar.participants import person, pronoun_phrase, thing
from transformer_viz.training.grammar.phrase import COMMA, Phrase, in_a_row
from transformer_viz.training.grammar.small_words import PRONOUNS
from transformer_viz.training.grammar.word import Word, spread
from transformer_viz.training.grammar.word_lists import word_list

HYPHENATED = {"me": "-moi", "te": "-toi"}
UNCOMMANDED = word_list("not commanded")
_CONDITIONAL = ("voudrais", "voudrais", "voudrait", "voudrions", "voudraient")


def command(draw: Draw) -> Phrase:
    """Open the door. Do not eat the cake. Please help me. Let us go home."""
    person_index = 3 if draw.chance(0.14) else 1
    polarity = "not" if person_index == 1 and draw.chance(0.22) else "yes"
    act = _orderable(draw, person_index, polarity)
    sentence = _with_hyphen(order(draw, act, person_index, polarity), act, polarity)
    chance = draw.rng.random()
    if person_index == 3 or chance > 0.42:
        return sentence
    if chance < 0.27:
        return in_a_row(please(draw), Phrase([], [Word(",")]), sentence)
    return in_a_row(sentence, COMMA, please(draw))


def _orderable(draw: Draw, person_index: int, polarity: str) -> Action:
    pronoun = PRONOUNS[3] if person_index == 1 else PRONOUNS[4]
    subject = pronoun_phrase(draw, pronoun)
    while True:
        kind = draw.choose(("transitive", "transitive", "transitive", "to somebody", "motion",
                            "intransitive", "game"))  # fmt: skip
        act = action(draw, subject, polarity, kind)
        unfit = "state" in act.verb.options or act.verb.reflexive
        if unfit or act.verb.french in UNCOMMANDED or (person_index == 3 and act.clitic):
            continue
        return act


def _with_hyphen(sentence: Phrase, act: Action, polarity: str) -> Phrase:
    """Aide-moi, donne-lui: after an affirmative imperative the pronoun follows with a hyphen."""
    if polarity != "yes" or act.clitic is None:
        return sentence
    clitic, verb, *rest = sentence.french
    text = HYPHENATED.get(clitic.text, "-" + clitic.text)
    return sentence._replace(french=[verb, clitic._replace(text=text), *rest])


def please(draw: Draw) -> Phrase:
    key = draw.key()
    return Phrase([Word("please", key)], spread(["s'", "il", "te", "plaît"], key, head=-1))


def would_like(draw: Draw) -> Phrase:
    """I would like a coffee: je voudrais un café; would like to sleep: voudrait dormir."""
    subject = person(draw)
    would, like = draw.key(), draw.key()
    verb_french = Word(_CONDITIONAL[subject.person], like, (would,))
    opening = Phrase(
        [*subject.english, Word("would", would), Word("like", like)],
        [*subject.french, verb_french],
    )
    if draw.chance(0.2):
        noun = NOUN[draw.choose(("coffee", "tea", "lemonade", "juice", "coffee"))]
        return opening.followed_by(noun_phrase(draw, noun, "a"))
    if draw.chance(0.5):
        wanted = thing(draw, expand("fruit staple drink dish object device vehicle"), Setting())
        return opening.followed_by(wanted)
    to = draw.key()
    inner = infinitive(draw, subject, plain_action(draw, subject))
    return Phrase(
        [*opening.english, Word("to", 0, (inner.key, to)), *inner.english],
        [*opening.french, *inner.french],
    )
