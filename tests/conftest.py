"""For every test: shapes and types of the package are checked at run time."""

import torch
from jaxtyping import install_import_hook

install_import_hook("transformer_viz", "beartype.beartype")
torch.set_num_threads(1)
