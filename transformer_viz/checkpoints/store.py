"""A model as a folder: weights, configuration, tokenizer, known words, and a card.

    weights.safetensors   every parameter by its path in the module tree, in float16 or float32
    config.json           the fields of TransformerConfig
    tokenizer.model       a SentencePiece model
      or tokenizer.txt    characters, one per line
      or vocabulary_size.txt  a number, for models that read ids
      or tokenizer.json   the layout of the tokenizers library: WordPiece or byte-level BPE; or
                          Marian's pair: {"model": {"type": "Marian", "source": …, "target": …
                          (SentencePiece models in base64), "source_vocab": …, "target_vocab": …}}
    words.txt             the words of the training text, one per line, sorted
    card.json             who made it, from what, and how good it is; hashes of the files above

Nothing is unpickled, and every weight is accounted for.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path

import safetensors.torch
from torch import Tensor

from transformer_viz.checkpoints.making import make_model
from transformer_viz.checkpoints.weights import fill, own_weights, read_safetensors
from transformer_viz.errors import InputError
from transformer_viz.model.architectures import Model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.text.byte_level import ByteLevelTokenizer
from transformer_viz.text.characters import CharacterTokenizer
from transformer_viz.text.marian import MarianTokenizer
from transformer_viz.text.numbers import NumberTokenizer
from transformer_viz.text.tokenizer import TextTokenizer, Tokenizer
from transformer_viz.text.tokenizer_json import read_tokenizer_json
from transformer_viz.text.wordpiece import WordPieceTokenizer

COMMON_FILES = ("weights.safetensors", "config.json", "words.txt")
TOKENIZERS: dict[str, Callable[[bytes], TextTokenizer]] = {
    "tokenizer.model": Tokenizer,
    "tokenizer.txt": CharacterTokenizer,
    "tokenizer.json": read_tokenizer_json,
    "vocabulary_size.txt": NumberTokenizer,
}
TOKENIZER_FILES = {
    Tokenizer: "tokenizer.model",
    CharacterTokenizer: "tokenizer.txt",
    NumberTokenizer: "vocabulary_size.txt",
    WordPieceTokenizer: "tokenizer.json",
    ByteLevelTokenizer: "tokenizer.json",
    MarianTokenizer: "tokenizer.json",
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

    @property
    def n_bytes(self) -> int:
        """Memory that its weights take."""
        return sum(x.nbytes for x in own_weights(self.transformer).values())

    @property
    def predicts_words(self) -> bool:
        """False for an encoder of sentences, which came without a way back to words."""
        return self.card.get("predicts_words") is not False

    @property
    def target_tokenizer(self) -> TextTokenizer:
        """The tokenizer of what it writes; the one of what it reads unless each has its own."""
        return target_of(self.tokenizer)


def target_of(tokenizer: TextTokenizer) -> TextTokenizer:
    """What writes the target of a model that reads with ``tokenizer``."""
    return tokenizer.target if isinstance(tokenizer, MarianTokenizer) else tokenizer


def halved(x: Tensor) -> Tensor:
    """Rounded to float16: half the bytes."""
    return x.half()


def exact(x: Tensor) -> Tensor:
    """Float16 where that changes nothing, float32 elsewhere."""
    return x.half() if (x.half().float() == x).all() else x.float()


def save(model: LoadedModel, folder: Path, stored_as: Callable[[Tensor], Tensor] = halved) -> None:
    """Write ``model`` into ``folder``; its card gets the hashes of what was written.

    Args:
        stored_as: ``halved``, or ``exact`` for a folder that reads back equal.

    Raises:
        InputError: the folder cannot be written; no half file is left in it.
    """
    weights = {
        path: stored_as(x.detach()).contiguous()
        for path, x in own_weights(model.transformer).items()
    }
    files = {
        "weights.safetensors": safetensors.torch.save(weights),
        "config.json": _json(model.config.as_dict()),
        TOKENIZER_FILES[type(model.tokenizer)]: model.tokenizer.model,
        "words.txt": ("\n".join(model.known_words) + "\n").encode(),
    }
    sha256 = {name: _sha256(content) for name, content in files.items()}
    files["card.json"] = _json({**model.card, "sha256": sha256})
    _write(folder, files)


def load_folder(folder: Path) -> LoadedModel:
    """Read a model that ``save`` has written.

    Raises:
        InputError: a file is missing, unreadable or differs from its hash, or the weights or the
            tokenizer do not fit the configuration; the message names the first mismatch.
    """
    card_text = _read(folder / "card.json")
    with parsing(folder / "card.json"):
        card = json.loads(card_text)
        (tokenizer_file,) = card["sha256"].keys() & TOKENIZERS.keys()
        hashes = {name: card["sha256"][name] for name in (*COMMON_FILES, tokenizer_file)}
    files = {name: _read(folder / name) for name in hashes}
    for name, expected in hashes.items():
        if expected != _sha256(files[name]):
            raise InputError("errors.checkpoint_hash", file=name, folder=folder.name)
    return assemble(folder.name, files, card)


def assemble(name: str, files: Mapping[str, bytes], card: Card) -> LoadedModel:
    """A model from the content of its files, by the names that they have in a folder.

    Raises:
        InputError: a file cannot be read, or the weights or the tokenizer do not fit the
            configuration; the message names the first mismatch.
    """
    config = read_config(files["config.json"], name)
    (tokenizer_file,) = files.keys() & TOKENIZERS.keys()
    with parsing(Path(name, tokenizer_file)):
        tokenizer = TOKENIZERS[tokenizer_file](files[tokenizer_file])
    with parsing(Path(name, "words.txt")):
        known_words = tuple(files["words.txt"].decode("utf-8").split())
    check_vocabulary(config, tokenizer, tokenizer_file)
    transformer = make_model(config)
    fill(transformer, read_safetensors(files["weights.safetensors"]))
    return LoadedModel(
        name=name,
        transformer=transformer.eval().requires_grad_(False),
        tokenizer=tokenizer,
        known_words=known_words,
        card=card,
    )


def read_config(content: bytes, name: str) -> TransformerConfig:
    """The configuration of the model ``name`` from its config.json.

    Raises:
        InputError: the content is none, or has a size that cannot work.
    """
    path = Path(name, "config.json")
    try:
        given = json.loads(content)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, json.JSONDecodeError) else type(error).__name__
        raise InputError("errors.config_json", file=path.name, reason=reason) from error
    if not isinstance(given, dict):
        raise InputError("errors.config_json", file=path.name, reason=type(given).__name__)
    known = {field.name: field for field in fields(TransformerConfig)}
    unknown = sorted(given.keys() - known.keys())
    missing = sorted(
        name for name, field in known.items() if field.default is MISSING and name not in given
    )
    if unknown or missing:
        shown = {"unknown": ", ".join(unknown)[:200] or "–", "missing": ", ".join(missing) or "–"}
        raise InputError("errors.config_fields", file=path.name, **shown)
    with parsing(path):
        return TransformerConfig(**given)


def check_vocabulary(config: TransformerConfig, tokenizer: TextTokenizer, file: str) -> None:
    """Every entry of the model's vocabularies must be a piece, and the other way round.

    Raises:
        InputError: the numbers differ; ``file`` is named.
    """
    sides = {
        "encoder": (tokenizer, config.source_vocab_size),
        "decoder": (target_of(tokenizer), config.target_vocab_size),
    }
    for tower in config.towers:
        given, needed = sides[tower]
        if given.vocab_size != needed:
            raise InputError(
                "errors.checkpoint_vocabulary",
                file=file,
                pieces=given.vocab_size,
                source=config.source_vocab_size,
                target=config.target_vocab_size,
            )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path) from error


@contextmanager
def parsing(path: Path) -> Iterator[None]:
    """What goes wrong inside is a fault of the file, whose content is not what its name says."""
    try:
        yield
    except InputError:
        raise  # it says more
    except (ValueError, TypeError, KeyError, AttributeError, RuntimeError) as error:
        raise _unreadable(path) from error


def _unreadable(path: Path) -> InputError:
    return InputError("errors.checkpoint_file", file=path.name, folder=path.parent.name)


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """All of ``files``, or none: they get their names when the last of them is written."""
    parts = {name: folder / f"{name}.part" for name in files}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            parts[name].write_bytes(content)
        for name, part in parts.items():
            os.replace(part, folder / name)
    except OSError as error:
        with suppress(OSError):
            for part in parts.values():
                part.unlink(missing_ok=True)
        raise InputError("errors.folder_unwritable", folder=folder.name) from error


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
