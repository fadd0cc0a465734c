"""One's own checkpoint: three files in the format of ``store``, from a visitor nobody knows.

Every size is checked before the work that it would cost, and nothing is unpickled.
"""

from __future__ import annotations

from pathlib import PurePath

from transformer_viz.checkpoints.limits import ONES_OWN, check_size
from transformer_viz.checkpoints.store import TOKENIZERS, LoadedModel, assemble, read_config
from transformer_viz.errors import InputError

MAX_BYTES = {"weights.safetensors": 20_000_000, "config.json": 100_000, "words.txt": 1_000_000}
MAX_TOKENIZER_BYTES = 4_000_000
UPLOADED = "your own checkpoint"
PICKLE_STARTS = (b"\x80", b"PK")  # a bare pickle, and the zip file that torch.save writes


def upload_limits() -> dict[str, int]:
    """Most bytes of each file, for the browser; ``tokenizer`` stands for all tokenizer files."""
    return {**MAX_BYTES, "tokenizer": MAX_TOKENIZER_BYTES}


def read_upload(
    weights: bytes, config: bytes, tokenizer: bytes, tokenizer_name: str, words: bytes = b""
) -> LoadedModel:
    """A visitor's model from the content of their files.

    Args:
        weights: weights.safetensors.
        config: config.json.
        tokenizer: tokenizer.model, tokenizer.txt or tokenizer.json.
        tokenizer_name: which of the three it is; a folder in front of it is ignored.
        words: words.txt, if there is one.

    Raises:
        InputError: a file is too large or not what its name says, the model is too large, or the
            three do not fit together; the message names the first mismatch.
    """
    tokenizer_file = PurePath(tokenizer_name.replace("\\", "/")).name
    if tokenizer_file not in TOKENIZERS:
        names = ", ".join(TOKENIZERS)
        raise InputError("errors.tokenizer_name", name=tokenizer_file[:60], options=names)
    files = {
        "weights.safetensors": weights,
        "config.json": config,
        tokenizer_file: tokenizer,
        "words.txt": words,
    }
    for file, content in files.items():
        limit = MAX_BYTES.get(file, MAX_TOKENIZER_BYTES)
        if len(content) > limit:
            raise InputError(
                "errors.file_size", file=file, count=f"{len(content):,}", limit=f"{limit:,}"
            )
    if weights.startswith(PICKLE_STARTS) and not _may_be_safetensors(weights):
        raise InputError("errors.checkpoint_pickle")
    check_size(read_config(config, UPLOADED), ONES_OWN)
    card = {"title": UPLOADED, "trained": None}
    return assemble(UPLOADED, files, card)


def _may_be_safetensors(content: bytes) -> bool:
    return content[8:9] == b"{"
