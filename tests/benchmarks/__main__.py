"""``make bench``: speed as ratios, every pair of candidates interleaved within one run."""

import torch

from tests.benchmarks import (
    capture_cost,
    decoding_cost,
    edit_cost,
    overview_cost,
    redraw_cost,
)
from transformer_viz.capture.memory import keep_freed_memory

torch.set_num_threads(1)
keep_freed_memory()
capture_cost.report()
decoding_cost.report()
edit_cost.report()
redraw_cost.report()
overview_cost.report()
