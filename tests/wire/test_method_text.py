"""Ways of writing in a link."""

import pytest

import transformer_viz as tv
from transformer_viz.errors import InputError
from transformer_viz.model.methods import Method
from transformer_viz.wire.link import query_of, read_query
from transformer_viz.wire.method_text import method_to_text, text_to_method


@pytest.mark.parametrize(
    "method",
    [
        tv.Greedy(),
        tv.Sampling(temperature=0.5, top_k=3, top_p=0.9, seed=7),
        tv.Sampling(),
        tv.Beam(width=2, length_penalty=0.6),
    ],
    ids=str,
)
def test_a_method_survives_the_link(method: Method) -> None:
    assert text_to_method(method_to_text(method)) == method
    settings = tv.Settings("en-fr", "I like cats.", method=method)
    assert read_query(query_of(settings)).settings == settings


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sample~hot~~1~0", "could not be read"),
        ("sample~1", "could not be read"),
        ("beam~4~0~1", "could not be read"),
        ("magic", "could not be read"),
        ("sample~1~~1~1.5", "could not be read"),
        ("sample~-1~~1~0", "temperature"),
        ("sample~nan~~1~0", "temperature"),
        ("sample~1~0~1~0", "top"),
        ("sample~1~~1.5~0", "top"),
        ("beam~9~0", "1 .* 8"),
    ],
)
def test_a_method_that_cannot_work_says_why(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        text_to_method(text)
    assert read_query(f"?method={text}").settings.method == tv.Greedy()
