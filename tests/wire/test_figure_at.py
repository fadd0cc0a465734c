"""The figure of a place is made of the trace's own numbers, in every sort of model."""

import numpy as np
import pytest

import transformer_viz as tv
from transformer_viz.errors import InputError
from transformer_viz.session.run import Run
from transformer_viz.wire.description import describe
from transformer_viz.wire.figure_at import figure_at

TEXTS = {
    "en-fr": "She does not eat the apples.",
    "en-causal": "The black cat",
    "en-masked": "The black ___ sleeps.",
    "worked-example": "5 7 9",
    "own:encoder-decoder~d_model=16~norm_kind=rms~norm=pre": "5 7 9",
}
CROSS = "decoder.layers.1.cross_attention"


@pytest.fixture(scope="module", params=TEXTS)
def run(request: pytest.FixtureRequest) -> Run:
    return tv.run(tv.load(request.param), TEXTS[request.param])


def test_every_place_has_a_figure_with_its_numbers(run: Run) -> None:
    described, seen = describe(run.model), set()
    for box in described.boxes:
        for tensor in box["tensors"]:
            path = tensor["path"].replace("*", "0")
            look = described.looks[tensor["look"]]
            at = f"{path}:{tensor['name']}" if tensor["view"] else path
            figure = figure_at(run, at, head=run.model.config.n_heads - 1)
            seen.add(tensor["view"] or look["picture"])
            if tensor["view"]:
                continue
            x = run.trace[path][0]
            matrix = (x[-1] if look["heads"] else x).numpy()
            if look["picture"] in ("weights", "vectors", "mask"):
                np.testing.assert_array_equal(figure.data[0].z, matrix.astype(np.float32))
            if look["picture"] == "scores":
                finite = np.isfinite(matrix)
                np.testing.assert_array_equal(np.array(figure.data[0].z)[finite], matrix[finite])
    assert {"weights", "vectors", "norms", "lines", "average", "lengths"} <= seen


def test_probabilities_are_those_after_the_position() -> None:
    run = tv.run(tv.load("en-fr"), TEXTS["en-fr"])
    best = run.trace["probabilities"][0, 2].topk(10).values.numpy()
    shown = np.sort(np.array(figure_at(run, "probabilities", position=2).data[0].x))[::-1]
    np.testing.assert_allclose(shown, best, rtol=1e-5)


@pytest.mark.parametrize(
    ("at", "more", "says"),
    [
        ("nope", {}, "nothing to draw at “nope”"),
        (f"{CROSS}.weights:nope", {}, "nope”"),
        ("decoder.layers.9.cross_attention.weights", {}, "layers.9"),
        (f"{CROSS}.weights", {"head": 4}, "heads 0 to 4"),
        ("probabilities", {"position": 99}, "99"),
    ],
)
def test_what_is_not_there_is_named(at: str, more: dict[str, int], says: str) -> None:
    run = tv.run(tv.load("en-fr"), "I like cats.")
    with pytest.raises(InputError, match=says):
        figure_at(run, at, **more)
