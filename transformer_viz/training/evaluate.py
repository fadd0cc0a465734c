"""How good a translator is, on sentences that it has never seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from transformer_viz.capture.trace import capture
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.model.decoding import Cached, greedy
from transformer_viz.model.transformer import Transformer
from transformer_viz.text.tokenizer import END, PAD, START, Token
from transformer_viz.training.data import padded
from transformer_viz.training.grammar import Pair

MAX_NEW_TOKENS = 100


def unseen_pairs(
    make: Callable[[random.Random], Pair], n: int, seed: int, seen: Collection[str]
) -> list[Pair]:
    """``n`` pairs whose English is not among ``seen``, each different."""
    rng = random.Random(seed)
    pairs: dict[str, Pair] = {}
    while len(pairs) < n:
        pair = make(rng)
        if pair.english.text not in seen:
            pairs[pair.english.text] = pair
    return list(pairs.values())


@torch.inference_mode()
def translate(model: LoadedModel, english: Sequence[str], batch: int = 100) -> list[str]:
    """Greedy translations, in the order given."""
    transformer = model.transformer
    assert isinstance(transformer, Transformer)
    sources = [[*model.tokenizer.ids(text), END] for text in english]
    order = sorted(range(len(sources)), key=lambda i: len(sources[i]))
    french = [""] * len(sources)
    for first in range(0, len(order), batch):
        chosen = order[first : first + batch]
        source_ids = padded([sources[i] for i in chosen])
        target_ids = greedy(
            Cached(transformer, source_ids),
            torch.full((len(chosen), 1), START),
            end_id=END,
            pad_id=PAD,
            max_new_tokens=MAX_NEW_TOKENS,
        )
        for i, row in zip(chosen, target_ids.tolist(), strict=True):
            french[i] = model.tokenizer.decode(row)
    return french


def texts(pairs: Sequence[Pair]) -> list[tuple[str, str]]:
    """English and French of each pair."""
    return [(pair.english.text, pair.french.text) for pair in pairs]


def exact_match(model: LoadedModel, pairs: Sequence[tuple[str, str]]) -> float:
    """Share of (English, French) whose translation is that French to the letter, in [0, 1]."""
    written = translate(model, [english for english, _ in pairs])
    right = sum(ours == french for ours, (_, french) in zip(written, pairs, strict=True))
    return right / len(pairs)


@dataclass(frozen=True)
class AlignmentQuality:
    """How well one cross-attention head points at the word that is being translated.

    Attributes:
        error_rate: AER by words (Och and Ney 2003), in [0, 1], 0 is best.
        rows_right: share of target pieces whose row has its maximum inside a linked source word.
    """

    layer: int
    head: int
    error_rate: float
    rows_right: float


@torch.inference_mode()
def alignment_quality(model: LoadedModel, pairs: Sequence[Pair]) -> list[AlignmentQuality]:
    """Every cross-attention head against the grammar's gold links, best error rate first.

    A row is the position that *writes* a piece. French words without any gold link are left out.
    """
    config = model.config
    counts = torch.zeros(config.n_decoder_layers, config.n_heads, 4)  # A∩S, A∩P, A, rows right
    n_sure, n_rows = 0, 0
    for pair in pairs:
        source = model.tokenizer.tokens(pair.english.text)
        target = model.tokenizer.tokens(pair.french.text)
        source_ids = torch.tensor([[*(t.id for t in source), END]])
        target_ids = torch.tensor([[START, *(t.id for t in target)]])
        with capture() as trace:
            model.transformer(source_ids, target_ids)
        links = _Links(pair, source, target)
        n_sure += len(links.sure)
        n_rows += len(links.linked_rows)
        for layer in range(config.n_decoder_layers):
            weights = trace[f"decoder.layers.{layer}.cross_attention.weights"][0]
            for head in range(config.n_heads):
                counts[layer, head] += links.count(weights[head])
    return sorted(
        (
            AlignmentQuality(
                layer,
                head,
                error_rate=1 - (hits_sure + hits_possible) / (n_links + n_sure),
                rows_right=rows_right / n_rows,
            )
            for layer, heads in enumerate(counts.tolist())
            for head, (hits_sure, hits_possible, n_links, rows_right) in enumerate(heads)
        ),
        key=lambda quality: quality.error_rate,
    )


class _Links:
    """The gold links of one pair, and a head's weights held against them."""

    def __init__(self, pair: Pair, source: Sequence[Token], target: Sequence[Token]) -> None:
        self.sure = pair.sure
        self.possible = pair.possible
        self.source_words = _words_of(source, pair.english.spans)
        self.target_words = _words_of(target, pair.french.spans)
        self.linked = sorted({french for _, french in pair.possible})
        self.linked_rows = [i for i, word in enumerate(self.target_words) if word in self.linked]

    def count(self, weights: Float[Tensor, "query key"]) -> Tensor:
        """The four counts of this head: A∩S, A∩P, A, and rows that point inside a linked word."""
        n_source = max(self.source_words) + 1
        by_word = torch.zeros(len(weights), n_source + 1)  # the last column collects </s>
        columns = torch.tensor([*self.source_words, n_source])
        by_word.index_add_(1, columns, weights.float())
        sure = possible = 0
        for french in self.linked:
            rows = [i for i, word in enumerate(self.target_words) if word == french]
            english = int(by_word[rows].mean(0).argmax())
            sure += (english, french) in self.sure
            possible += (english, french) in self.possible
        best = columns[weights.argmax(-1)].tolist()
        right = sum((best[i], self.target_words[i]) in self.possible for i in self.linked_rows)
        return torch.tensor([sure, possible, len(self.linked), right], dtype=torch.float32)


def _words_of(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> list[int]:
    """For every piece the index of the word that it belongs to: the one it overlaps most."""

    def overlap(token: Token, span: tuple[int, int]) -> int:
        return min(token.span[1], span[1]) - max(token.span[0], span[0])

    return [max(range(len(spans)), key=lambda i: overlap(token, spans[i])) for token in tokens]
