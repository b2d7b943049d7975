"""Changes written into the text of a pack as somebody would write them by hand."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import Path
from campaigns.packs.rewriting import Table, rewritten
from campaigns.packs.sentences import model_at

ANY = "*"
STANDALONE = (
    ("sides", ANY), ("notes",), ("stages",), ("stages", "weather"), ("stages", "locations"),
    ("stages", "locations", "red"), ("stages", "locations", "white"), ("stages", "locations", "blue"),
    ("missions", ANY), ("resources", ANY), ("squadrons", ANY), ("replacements",), ("calendar",), ("stocks", ANY, ANY),
    ("progress",), ("events", ANY), ("map",), ("map", "lines"), ("options",), ("scoring",), ("victory",),
    ("victory", "grades"), ("sides",), ("missions",), ("resources",), ("squadrons",), ("stocks",), ("stocks", ANY),
    ("events",), ("cards",), *(("cards", *(ANY,) * deep) for deep in range(1, 5)),
)  # fmt: skip
"""What gets a header of its own, ``ANY`` being a key of the pack's; all else stands within a line."""


def write(text: str, wanted: Table) -> str:
    """``text`` changed so that it says what is ``wanted``. Raises ``CannotRewrite``."""
    return rewritten(text, wanted, standalone=_standalone, order=usual_keys)


def usual_keys(path: Path) -> Sequence[str]:
    """The keys of the table at ``path`` in the order of the format; none where its keys are the pack's own."""
    try:
        return tuple(model_at(path, PackDefinition).model_fields)
    except (KeyError, AttributeError, IndexError, StopIteration):
        return ()


def _standalone(path: Path) -> bool:
    return any(
        len(path) == len(each) and all(its in (ANY, step) for its, step in zip(each, path, strict=True))
        for each in STANDALONE
    )
