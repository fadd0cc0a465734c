"""Watch a from-scratch Transformer work on a sentence.

>>> import transformer_viz as tv
>>> run = tv.run(tv.load("en-fr"), "I like cats.")
>>> run.output
"J'aime les chats."
>>> run.trace["decoder.layers.0.cross_attention.weights"].shape[:2]  # batch, head
torch.Size([1, 4])
"""

from transformer_viz import figures
from transformer_viz.capture.attention_edits import HeadOff, OnlyHead, ScalingOff, Temperature
from transformer_viz.capture.block_edits import (
    NormOff,
    PositionsOff,
    PositionsShuffled,
    ResidualOff,
    SubLayerOff,
)
from transformer_viz.capture.input_edits import ForceWord, PadSource, Patch
from transformer_viz.capture.mask_edits import AllowAttention, BlockAttention, MaskFill, MaskPattern
from transformer_viz.checkpoints.catalog import catalogue, load, save
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.errors import InputError
from transformer_viz.model.beam import Beam
from transformer_viz.model.methods import Greedy
from transformer_viz.model.sampling import Sampling
from transformer_viz.session.running import Run, Settings, run
from transformer_viz.wire.figure_at import figure_at

__all__ = [
    "AllowAttention",
    "Beam",
    "BlockAttention",
    "ForceWord",
    "Greedy",
    "HeadOff",
    "InputError",
    "LoadedModel",
    "MaskFill",
    "MaskPattern",
    "NormOff",
    "OnlyHead",
    "PadSource",
    "Patch",
    "PositionsOff",
    "PositionsShuffled",
    "ResidualOff",
    "Run",
    "Sampling",
    "ScalingOff",
    "Settings",
    "SubLayerOff",
    "Temperature",
    "catalogue",
    "figure_at",
    "figures",
    "load",
    "run",
    "save",
]
