"""A full capture against the plain pass of the same model with fused attention."""

import copy

import torch
from torch import Tensor
from torch.nn import functional as F

from tests.benchmarks.interleaved import line, medians
from transformer_viz.capture.trace import Trace, capture
from transformer_viz.model.attention import Cache, MultiHeadAttention, no_cache
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.transformer import Transformer

SETTINGS = (  # d_model, heads, layers, d_ff, tokens, rounds, goal
    (128, 4, 3, 512, 16, 300, 1.10),
    (128, 4, 3, 512, 64, 200, 1.10),
    (512, 8, 6, 2048, 32, 40, 1.05),
    (512, 8, 6, 2048, 128, 20, 1.05),
)


class FusedAttention(MultiHeadAttention):
    """The same layer without anything to look at: one call to torch's fused attention."""

    def forward(
        self, x_q: Tensor, x_kv: Tensor, may_attend: Tensor, cache: Cache = no_cache
    ) -> Tensor:
        q = self._split(self.w_q(x_q))
        k, v = cache(self, x_kv)
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=may_attend)
        return self.w_o(context.transpose(1, 2).flatten(2))


def fused(model: Transformer) -> Transformer:
    """A copy of ``model`` with fused attention in every layer."""
    plain = copy.deepcopy(model)
    for module in plain.modules():
        if type(module) is MultiHeadAttention:
            module.__class__ = FusedAttention
    return plain


@torch.inference_mode()
def report() -> None:
    """Print one line per setting."""
    for d_model, heads, layers, d_ff, tokens, rounds, goal in SETTINGS:
        torch.manual_seed(0)
        config = TransformerConfig(
            source_vocab_size=2000,
            target_vocab_size=2000,
            d_model=d_model,
            n_heads=heads,
            n_encoder_layers=layers,
            n_decoder_layers=layers,
            d_ff=d_ff,
            tied="all",
        )
        model = Transformer(config).eval()
        plain = fused(model)
        source, target = torch.randint(4, 2000, (2, 1, tokens))

        def captured(
            model: Transformer = model, source: Tensor = source, target: Tensor = target
        ) -> Trace:
            with capture() as trace:
                model(source, target)
            return trace

        def passed(
            plain: Transformer = plain, source: Tensor = source, target: Tensor = target
        ) -> Tensor:
            return plain(source, target)

        times = medians({"captured": captured, "plain": passed}, rounds)
        what = (
            f"full capture / plain fused pass, {d_model}/{heads}/{layers}+{layers}, {tokens} tokens"
        )
        print(line(what, times["captured"], times["plain"], goal))
