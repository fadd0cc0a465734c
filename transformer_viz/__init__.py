"""Watch a from-scratch Transformer work on a sentence.

>>> import transformer_viz as tv
>>> run = tv.run(tv.load("en-fr"), "I like cats.")
>>> run.output
"J'aime les chats."
>>> run.trace["decoder.layers.0.cross_attention.weights"].shape
torch.Size([1, 4, 8, 5])
"""

from transformer_viz import figures
from transformer_viz.capture.edits import BlockAttention, HeadOff
from transformer_viz.checkpoints.catalog import catalogue, load
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.errors import InputError
from transformer_viz.session import Run, Settings, run

__all__ = [
    "BlockAttention",
    "HeadOff",
    "InputError",
    "LoadedModel",
    "Run",
    "Settings",
    "catalogue",
    "figures",
    "load",
    "run",
]
