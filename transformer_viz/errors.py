"""The one kind of failure a visitor can mend."""

from __future__ import annotations

from transformer_viz.language import sentence


class InputError(ValueError):
    """Something typed, chosen or uploaded that cannot work; the message says how to mend it.

    The words live in the language file, so that a page in another language needs no other code:
    ``key`` names the sentence, ``values`` fill it.

    >>> str(InputError("errors.heads", d_model=10, n_heads=3, below=9, above=12))
    'd_model = 10 cannot be split into 3 heads. Try 9 or 12.'
    """

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values
        super().__init__(sentence(key, values))

    def in_language(self, language: str) -> str:
        """The same message in ``language``, a two-letter code that has a file."""
        return sentence(self.key, self.values, language)
