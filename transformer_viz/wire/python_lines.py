"""The few lines of Python that give the same run as the page shows."""

from __future__ import annotations

from transformer_viz.checkpoints.catalog import LIBRARY
from transformer_viz.checkpoints.sources.upload import PREFIX
from transformer_viz.model.methods import GREEDY
from transformer_viz.session.running import Settings

FOLDER_OF_YOUR_OWN = "my-model"  # what was uploaded has no name that Python could load


def python_lines(settings: Settings) -> str:
    """Lines that end with ``run``, whose trace holds every tensor.

    >>> print(python_lines(Settings("en-fr", "I like cats.")))
    import transformer_viz as tv
    <BLANKLINE>
    model = tv.load('en-fr')
    run = tv.run(model, 'I like cats.')
    """
    is_uploaded = settings.model.startswith(PREFIX)
    name = FOLDER_OF_YOUR_OWN if is_uploaded else LIBRARY.canonical(settings.model)
    arguments = ["model", repr(settings.source)]
    if settings.target is not None:
        arguments.append(repr(settings.target))
    if settings.edits:
        arguments.append(f"edits=[{', '.join(f'tv.{edit!r}' for edit in settings.edits)}]")
    if settings.method != GREEDY:
        arguments.append(f"method=tv.{settings.method!r}")
    together = f"run = tv.run({', '.join(arguments)})"
    if len(together) > 88:
        together = "\n".join(["run = tv.run(", *(f"    {one}," for one in arguments), ")"])
    return "\n".join(["import transformer_viz as tv", "", f"model = tv.load({name!r})", together])
