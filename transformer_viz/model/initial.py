"""The weights that training starts from."""

from __future__ import annotations

from torch import nn


def initialise(model: nn.Module) -> None:
    """Random weights of a size that keeps signals as large as they came in; biases are zero.

    Source: Glorot and Bengio 2010, equation 16, for the linear maps.
    """
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight)
            if module.bias is not None:
                nn.init.zeros_(module.bias)
        elif isinstance(module, nn.Embedding):
            nn.init.normal_(module.weight, std=module.embedding_dim**-0.5)
