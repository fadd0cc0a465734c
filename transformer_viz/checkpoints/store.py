"""A model as a folder: weights, configuration, tokenizer, known words, and a card.

    weights.safetensors   float16, every parameter by its path in the module tree
    config.json           the fields of TransformerConfig
    tokenizer.model       a SentencePiece model; or tokenizer.txt, characters, one per line; or
                          vocabulary_size.txt, a number, for models that read ids
    words.txt             the words of the training text, one per line, sorted
    card.json             who made it, from what, and how good it is; hashes of the files above

Nothing is unpickled, and every weight is accounted for.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import safetensors.torch
import torch
from torch import Tensor

from transformer_viz.errors import InputError
from transformer_viz.model.architectures import Model, build_model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.text.characters import CharacterTokenizer
from transformer_viz.text.numbers import NumberTokenizer
from transformer_viz.text.tokenizer import TextTokenizer, Tokenizer

MAX_HEADER_BYTES = 1_000_000
COMMON_FILES = ("weights.safetensors", "config.json", "words.txt")
TOKENIZERS = {
    "tokenizer.model": Tokenizer,
    "tokenizer.txt": CharacterTokenizer,
    "vocabulary_size.txt": NumberTokenizer,
}

Card = dict[str, object]


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """Everything that belongs to one model; treat it as read-only, it is shared."""

    name: str
    transformer: Model
    tokenizer: TextTokenizer
    known_words: tuple[str, ...]
    card: Card = field(default_factory=dict)

    @property
    def config(self) -> TransformerConfig:
        """The sizes of its Transformer."""
        return self.transformer.config


def save(model: LoadedModel, folder: Path) -> None:
    """Write ``model`` into ``folder``; its card gets the hashes of what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {path: x.detach().half() for path, x in _own_parameters(model.transformer).items()}
    (folder / "weights.safetensors").write_bytes(safetensors.torch.save(weights))
    _write_json(folder / "config.json", model.config.as_dict())
    tokenizer_file = _tokenizer_file(model.tokenizer)
    (folder / tokenizer_file).write_bytes(model.tokenizer.model)
    (folder / "words.txt").write_text("\n".join(model.known_words) + "\n", encoding="utf-8")
    files = (*COMMON_FILES, tokenizer_file)
    sha256 = {name: _sha256((folder / name).read_bytes()) for name in files}
    _write_json(folder / "card.json", {**model.card, "sha256": sha256})


def load_folder(folder: Path) -> LoadedModel:
    """Read a model that ``save`` has written.

    Raises:
        InputError: a file is missing, unreadable or differs from its hash, or the weights or the
            tokenizer do not fit the configuration; the message names the first mismatch.
    """
    card_text = _read(folder / "card.json")
    with _parsing(folder / "card.json"):
        card = json.loads(card_text)
        (tokenizer_file,) = card["sha256"].keys() & TOKENIZERS.keys()
        hashes = {name: card["sha256"][name] for name in (*COMMON_FILES, tokenizer_file)}
    files = {name: _read(folder / name) for name in hashes}
    for name, expected in hashes.items():
        if expected != _sha256(files[name]):
            raise InputError("errors.checkpoint_hash", file=name, folder=folder.name)
    with _parsing(folder / "config.json"):
        config = TransformerConfig(**json.loads(files["config.json"]))
    with _parsing(folder / tokenizer_file):
        tokenizer = TOKENIZERS[tokenizer_file](files[tokenizer_file])
    with _parsing(folder / "words.txt"):
        known_words = tuple(files["words.txt"].decode("utf-8").split())
    if {tokenizer.vocab_size} != config.vocab_sizes:
        raise InputError(
            "errors.checkpoint_vocabulary",
            file=tokenizer_file,
            pieces=tokenizer.vocab_size,
            source=config.source_vocab_size,
            target=config.target_vocab_size,
        )
    transformer = build_model(config)
    fill(transformer, read_safetensors(files["weights.safetensors"]))
    return LoadedModel(
        name=folder.name,
        transformer=transformer.eval().requires_grad_(False),
        tokenizer=tokenizer,
        known_words=known_words,
        card=card,
    )


def read_safetensors(content: bytes) -> dict[str, Tensor]:
    """The tensors of a safetensors file, as float32.

    The bytes are read, not memory-mapped: a file that shrinks under a map kills the process.

    Raises:
        InputError: no such file, or a header that claims more than a checkpoint of ours can hold.
    """
    header_bytes = struct.unpack("<Q", content[:8])[0] if len(content) >= 8 else 0
    if not 2 <= header_bytes <= min(MAX_HEADER_BYTES, len(content) - 8):
        raise InputError("errors.checkpoint_header")
    try:
        tensors = safetensors.torch.load(content)
    except Exception as error:  # safetensors raises its own type for each kind of damage
        raise InputError("errors.checkpoint_header") from error
    return {path: x.float() for path, x in tensors.items()}


def fill(transformer: Model, weights: dict[str, Tensor]) -> None:
    """Copy ``weights`` into ``transformer``: none left over, none left unfilled, all finite.

    Raises:
        InputError: the first mismatch, by name.
    """
    own = _own_parameters(transformer)
    for path in sorted(own.keys() ^ weights.keys()):
        key = "errors.weight_missing" if path in own else "errors.weight_unknown"
        raise InputError(key, path=path)
    with torch.no_grad():
        for path, parameter in own.items():
            given = weights[path]
            if given.shape != parameter.shape:
                raise InputError(
                    "errors.weight_shape",
                    path=path,
                    given=tuple(given.shape),
                    needed=tuple(parameter.shape),
                )
            if not given.isfinite().all():
                raise InputError("errors.weight_not_finite", path=path)
            parameter.copy_(given)


def _tokenizer_file(tokenizer: TextTokenizer) -> str:
    return next(name for name, kind in TOKENIZERS.items() if isinstance(tokenizer, kind))


def _own_parameters(transformer: Model) -> dict[str, Tensor]:
    # named_parameters lists a tied table once, under its first name.
    return dict(transformer.named_parameters())


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path) from error


@contextmanager
def _parsing(path: Path) -> Iterator[None]:
    """What goes wrong inside is a fault of the file, whose content is not what its name says."""
    try:
        yield
    except InputError:
        raise  # it says more
    except (ValueError, TypeError, KeyError, AttributeError, RuntimeError) as error:
        raise _unreadable(path) from error


def _unreadable(path: Path) -> InputError:
    return InputError("errors.checkpoint_file", file=path.name, folder=path.parent.name)


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
