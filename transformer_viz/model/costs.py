"""What a Transformer costs, part by part, worked out from its sizes alone: nothing is built.

A multiply-add (MAC) is one product that is added to a sum. Those of matrix products are counted,
which are nearly all of them: not the additions of biases and residuals, not softmax, not norms. A
mask hides cells but saves no work: masked scores are computed, then hidden. A pass reads the whole
source and the whole target at once, as in training.
"""

from __future__ import annotations

from dataclasses import dataclass

from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.parts import NORMS

BYTES = 4  # of one float32
SQUARES = 3  # tensors of n × n cells that attention makes: scores, masked scores, weights
PARTS = (
    "embeddings",
    "positions",
    "self_projections",
    "self_scores",
    "cross_projections",
    "cross_scores",
    "feed_forward",
    "norms",
    "output",
)
QUADRATIC = ("self_scores", "cross_scores")  # grow with n², all other products with n


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What one part of a model costs.

    Args:
        parameters: learned numbers; of a shared table, counted where it stands first.
        multiply_adds: of one forward pass.
        square_bytes: of the n × n tensors that it makes, in float32.
    """

    parameters: int = 0
    multiply_adds: int = 0
    square_bytes: int = 0

    @property
    def weight_bytes(self) -> int:
        """Memory that its parameters take in float32."""
        return BYTES * self.parameters


def costs(config: TransformerConfig, source_length: int, target_length: int) -> dict[str, Cost]:
    """What every part in ``PARTS`` costs in a forward pass over one sentence or pair.

    Args:
        source_length, target_length: tokens that the encoder reads and that the decoder reads; the
            one of a tower that is not there plays no part.

    Source:
        Vaswani et al. 2017, table 1: O(n² · d) per layer for self-attention, against O(n · d²) for
        what works position by position.

    >>> from transformer_viz.model.config import TransformerConfig
    >>> paper = TransformerConfig(source_vocab_size=37_000, target_vocab_size=37_000, tied="all")
    >>> of = costs(paper, 10, 10)
    >>> sum(cost.parameters for cost in of.values())
    63082496
    >>> of["self_scores"].multiply_adds == 12 * 10 * 10 * (512 + 512)
    True
    """
    both = len(config.towers) == 2
    encoders, decoders = config.n_encoder_layers, config.n_decoder_layers
    d, n_heads = config.d_model, config.n_heads
    rows = encoders * source_length + decoders * target_length
    width = n_heads * (config.key_width + config.value_width)  # of all heads' keys and values
    products = 2 * d * width  # weights of one attention block: W_Q, W_K, W_V and W_O
    biases = width + n_heads * config.key_width + d
    squares = encoders * source_length**2 + decoders * target_length**2
    across = decoders * source_length * target_length if both else 0

    return {
        "embeddings": Cost(parameters=_embeddings(config)),
        "positions": Cost(parameters=_positions(config)),
        "self_projections": Cost(
            parameters=(encoders + decoders) * (products + biases), multiply_adds=rows * products
        ),
        "self_scores": _scores(config, squares),
        "cross_projections": Cost(
            parameters=both * decoders * (products + biases),
            # W_Q and W_O work on the target, W_K and W_V on the source: half of the weights each
            multiply_adds=both * decoders * (source_length + target_length) * (products // 2),
        ),
        "cross_scores": _scores(config, across),
        "feed_forward": Cost(
            parameters=(encoders + decoders) * (2 * d * config.d_ff + config.d_ff + d),
            multiply_adds=rows * 2 * d * config.d_ff,
        ),
        "norms": Cost(parameters=_norms(config) * NORMS[config.norm_kind].learned * d),
        "output": _output(config, target_length if decoders else source_length),
    }


def overtaking(config: TransformerConfig) -> float:
    """The length n, of source and target alike, from which on attention's n² part costs most.

    "Most" is against the feed-forward networks, in multiply-adds; at this n the two are equal.

    >>> from transformer_viz.model.config import TransformerConfig
    >>> overtaking(TransformerConfig(source_vocab_size=9, target_vocab_size=9))  # 6 + 6 layers
    1365.3333333333333
    """
    one = costs(config, 1, 1)
    per_pair = sum(one[part].multiply_adds for part in QUADRATIC)
    return one["feed_forward"].multiply_adds / per_pair


def _scores(config: TransformerConfig, pairs: int) -> Cost:
    """q · k for every pair of query and key, and the values summed by the weights."""
    return Cost(
        multiply_adds=pairs * config.n_heads * (config.key_width + config.value_width),
        square_bytes=pairs * config.n_heads * SQUARES * BYTES,
    )


def _embeddings(config: TransformerConfig) -> int:
    tables = config.source_vocab_size + config.target_vocab_size + config.n_segments
    if len(config.towers) == 2 and config.tied == "all":
        tables -= config.target_vocab_size
    return tables * config.d_model


def _positions(config: TransformerConfig) -> int:
    learned = config.positions == "learned"
    return learned * len(config.towers) * config.max_len * config.d_model


def _norms(config: TransformerConfig) -> int:
    """How many norms there are."""
    in_decoder = 3 if len(config.towers) == 2 else 2
    in_layers = 2 * config.n_encoder_layers + in_decoder * config.n_decoder_layers
    final = len(config.towers) if config.norm == "pre" else 0
    return in_layers + final + (config.n_segments > 0) + config.output_transform


def _output(config: TransformerConfig, length: int) -> Cost:
    d, vocab = config.d_model, config.vocab_size
    transform = config.output_transform * d * d
    own = vocab * d if config.tied == "none" else 0
    bias = config.output_bias * vocab + config.output_transform * d
    return Cost(
        parameters=own + transform + bias,
        multiply_adds=length * (vocab * d + transform),
    )
