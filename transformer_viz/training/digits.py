"""Tasks on digits: reverse, sort, copy. Small enough that a head's work can be seen at once."""

from __future__ import annotations

import dataclasses
import random
import string
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor

from transformer_viz.capture.trace import capture
from transformer_viz.checkpoints.catalog import FOLDER as CATALOGUE
from transformer_viz.checkpoints.store import Card, LoadedModel, load_folder, save
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.transformer import Transformer
from transformer_viz.text.characters import CharacterTokenizer
from transformer_viz.text.tokenizer import END, START
from transformer_viz.training.data import to_example
from transformer_viz.training.evaluate import exact_match
from transformer_viz.training.loop import Recipe, train
from transformer_viz.training.tasks import translation

SHORTEST, LONGEST = 4, 8  # digits
N_NUMBERS = 20_000
BATCH_PIECES = 32 * (LONGEST + 2)  # about 32 numbers, each with its start and end
Places = list[set[int]]  # for every written digit, where in the source it can come from


@dataclass(frozen=True)
class DigitTask:
    """One task.

    Attributes:
        name: of its folder in the catalogue.
        title: for the page.
        answer: the right output.
        places: where each digit of the right output stands in the source.
        n_heads: attention heads per block.
    """

    name: str
    title: str
    answer: Callable[[str], str]
    places: Callable[[str], Places]
    n_heads: int
    recipe: Recipe

    @property
    def folder(self) -> Path:
        """The shipped checkpoint."""
        return CATALOGUE / self.name


def reversed_digits(number: str) -> str:
    """The digits from last to first."""
    return number[::-1]


def sorted_digits(number: str) -> str:
    """The digits from smallest to largest."""
    return "".join(sorted(number))


def copied_digits(number: str) -> str:
    """The same digits."""
    return number


def reversed_places(number: str) -> Places:
    """The anti-diagonal."""
    return [{len(number) - 1 - i} for i in range(len(number))]


def sorted_places(number: str) -> Places:
    """Wherever an equal digit stands: nobody can tell two sevens apart."""
    return [{i for i, digit in enumerate(number) if digit == wanted} for wanted in sorted(number)]


def copied_places(number: str) -> Places:
    """The diagonal."""
    return [{i} for i in range(len(number))]


def _recipe(steps: int, peak: float) -> Recipe:
    return Recipe(
        seed=3,
        steps=steps,
        restart=steps,
        warm_up=50,
        peak=peak,
        batch_pieces=BATCH_PIECES,
        label_smoothing=0.0,
    )


REVERSE = DigitTask(
    "digits-reverse",
    "Digits, reversed",
    reversed_digits,
    reversed_places,
    n_heads=1,
    recipe=_recipe(1_000, 8e-3),
)
SORT = DigitTask(
    "digits-sort",
    "Digits, sorted",
    sorted_digits,
    sorted_places,
    n_heads=2,
    recipe=_recipe(2_000, 5e-3),
)
COPY = DigitTask(
    "digits-copy",
    "Digits, copied",
    copied_digits,
    copied_places,
    n_heads=1,
    recipe=_recipe(1_000, 8e-3),
)
TASKS = (REVERSE, SORT, COPY)


def configuration(task: DigitTask, vocab_size: int) -> TransformerConfig:
    """The paper's model at its smallest: one layer on each side."""
    return TransformerConfig(
        source_vocab_size=vocab_size,
        target_vocab_size=vocab_size,
        d_model=32,
        n_heads=task.n_heads,
        n_encoder_layers=1,
        n_decoder_layers=1,
        d_ff=64,
        max_len=32,
    )


def random_numbers(n: int, seed: int) -> list[str]:
    """``n`` numbers of ``SHORTEST`` to ``LONGEST`` digits, all lengths equally likely."""
    rng = random.Random(seed)
    return ["".join(rng.choices(string.digits, k=rng.randint(SHORTEST, LONGEST))) for _ in range(n)]


def train_and_save(task: DigitTask, steps: int, work: Path, out: Path) -> None:
    """Make the data and the model; ``out`` becomes a checkpoint folder."""
    recipe = dataclasses.replace(task.recipe, steps=steps)
    tokenizer = CharacterTokenizer.of(string.digits)
    torch.manual_seed(recipe.seed)
    model = Transformer(configuration(task, tokenizer.vocab_size))
    numbers = random_numbers(N_NUMBERS, recipe.seed)
    examples = [to_example(tokenizer, number, task.answer(number)) for number in numbers]
    train(model, translation(model, examples, recipe), recipe, work)
    save(LoadedModel(task.name, model, tokenizer, (), _card(task, recipe, model)), out)


def evaluate(task: DigitTask, folder: Path) -> dict[str, object]:
    """All figures of the card, measured on numbers that are not among the training data."""
    model = load_folder(folder)
    seen = set(random_numbers(N_NUMBERS, task.recipe.seed))
    unseen = [number for number in random_numbers(6_000, 1_000_001) if number not in seen][:2_000]
    head, share = best_head(model, task, unseen[:500])
    return {
        "exact_match": exact_match(model, [(number, task.answer(number)) for number in unseen]),
        "best_possible_exact_match": 1.0,
        "rows_right": share,
        "rows_right_head": head,
    }


@torch.inference_mode()
def best_head(model: LoadedModel, task: DigitTask, numbers: Sequence[str]) -> tuple[int, float]:
    """The cross-attention head of the last layer that points best at the digit it writes.

    Returns:
        Which head, and for which share of the written digits its row has its maximum on a place
        where that digit comes from, in [0, 1]. The row that writes the end is not counted.
    """
    last = model.config.n_decoder_layers - 1
    right = torch.zeros(model.config.n_heads)
    rows = 0
    for number in numbers:
        source_ids = torch.tensor([[*model.tokenizer.ids(number), END]])
        target_ids = torch.tensor([[START, *model.tokenizer.ids(task.answer(number))]])
        with capture() as trace:
            model.transformer(source_ids, target_ids)
        weights = trace[f"decoder.layers.{last}.cross_attention.weights"][0]
        right += rows_right(weights, task.places(number))
        rows += len(number)
    head = int(right.argmax())
    return head, float(right[head] / rows)


def rows_right(weights: Float[Tensor, "head query key"], places: Places) -> Float[Tensor, " head"]:
    """For every head the number of rows, one per digit, with their maximum on one of its places."""
    best = weights.argmax(-1).tolist()  # head query
    return torch.tensor(
        [sum(at in of for at, of in zip(row, places, strict=False)) for row in best],
        dtype=torch.float32,
    )


def _card(task: DigitTask, recipe: Recipe, model: Transformer) -> Card:
    return {
        "title": task.title,
        "task": task.name,
        "architecture": model.config.architecture,
        "source_language": "digits",
        "target_language": "digits",
        "lengths": [SHORTEST, LONGEST],
        "examples": ["40718", "31415926", "7777", "98765"],
        "trained": True,
        "license": "MIT",
        "source": "trained by this repository: make train",
        "data": f"{N_NUMBERS:,} random numbers of {SHORTEST} to {LONGEST} digits",
        "parameters": sum(p.numel() for p in model.parameters()),
        "recipe": asdict(recipe),
    }
