"""``make bench``: every promise about speed, as a ratio within one run; a missed one is an error.

``python -m tests.benchmarks capture,edit`` measures these rows only.
"""

import sys

import torch

from tests.benchmarks import (
    capture_cost,
    decoding_cost,
    edit_cost,
    head_change_cost,
    lens_cost,
    look_cost,
    overview_cost,
    page_cost,
    start_cost,
    training_cost,
)
from tests.benchmarks.judge import judge
from transformer_viz.capture.memory import keep_freed_memory

ROOMS = {
    "capture": capture_cost.rows,
    "lens": lens_cost.rows,
    "cache": decoding_cost.rows,
    "training": training_cost.rows,
    "overview": overview_cost.rows,
    "head": head_change_cost.rows,
    "look": look_cost.rows,
    "edit": edit_cost.rows,
    "page": page_cost.rows,
    "start": start_cost.rows,
}
torch.set_num_threads(1)
keep_freed_memory()
wanted = [name for word in sys.argv[1:] for name in word.split(",") if name]
sys.exit(judge(ROOMS, wanted, lambda line: print(line, flush=True)))
