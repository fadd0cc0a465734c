"""What cannot be derived from a computation: words for it. One line per class, one per tensor."""

from __future__ import annotations

from torch import nn

# class of model/ -> (the sort of box that it makes, the words that explain it)
CLASSES: dict[str, tuple[str, str]] = {
    "MultiHeadAttention": ("attention", "attention"),
    "FeedForward": ("feed_forward", "feed_forward"),
    "Add": ("add", "add"),
    "LayerNorm": ("norm", "norm"),
    "RMSNorm": ("norm", "rms_norm"),
    "Embeddings": ("positions", "positions"),
    "SegmentedEmbeddings": ("positions", "positions_segments"),
    "OutputTransform": ("transform", "logits"),
}
# tensor -> the family of colours that it keeps everywhere; all others are plain
FAMILIES = {"q": "q", "k": "k", "v": "v", "context": "v"}


def sort_of(module: nn.Module) -> str:
    """The sort of box that ``module`` makes.

    Raises:
        KeyError: nobody has said so yet.
    """
    return CLASSES[type(module).__name__][0]


def words_of(module: nn.Module) -> str:
    """The name of the words that explain ``module``."""
    return CLASSES[type(module).__name__][1]
