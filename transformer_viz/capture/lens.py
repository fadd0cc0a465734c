"""What each layer would have said, had the decoder stopped there."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from transformer_viz.anatomy.stream import layer_outputs
from transformer_viz.capture.trace import Trace
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.transformer import Transformer


def logit_lens(model: Transformer | DecoderOnly, trace: Trace) -> Float[Tensor, "layer pos vocab"]:
    """The way back to words, applied to the output of every decoder layer.

    It is not what the layer "thinks": the output projection was trained on the last layer only,
    earlier ones may write in another basis, and a layer's output also carries what later layers
    need and no word says. A peak is evidence; its absence is none.

    The final norm of a pre-norm model is applied first, the one every later reading goes through.
    Costs no forward pass, but passes hook points: under edits call it inside ``edited(changes)``,
    so that they reach the norm as they did in the run; inside ``capture`` it would overwrite the
    trace.

    Args:
        trace: of one sentence.

    Returns:
        Probabilities, each row summing to 1; the last layer's are the trace's own, bit for bit.

    Source:
        nostalgebraist 2020, "interpreting GPT: the logit lens".
    """
    rows = []
    for path in layer_outputs(model, "decoder"):
        logits = model.logits(model.w_vocab(model.decoder.final_norm(trace[path])))
        rows.append(model.probabilities(torch.softmax(logits, dim=-1))[0])
    return torch.stack(rows)
