"""What newspapers are called, ``fixtures/papers.toml``."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.core import fixtures


class PaperTitle(NamedTuple):
    """The head of a newspaper."""

    name: str
    motto: str
    """The line under its name."""


USUAL_MOTTO = "What happened, and nothing else"


@cache
def _papers() -> dict[str, PaperTitle]:
    return {slug: PaperTitle(**told) for slug, told in fixtures.read("papers.toml")["papers"].items()}


def paper_title(theatre: str, otherwise: str) -> PaperTitle:
    """The paper of a theatre; of one that has none, and without any, it is called after ``otherwise``.

    >>> paper_title("cyrenaica", "").name, paper_title("", "Little front").name
    ('The Tobruk Gazette', 'The Little front Gazette')
    >>> paper_title("", "The last days").name
    'The last days Gazette'
    """
    name = otherwise if otherwise.startswith("The ") else f"The {otherwise}"
    return _papers().get(theatre) or PaperTitle(f"{name} Gazette", USUAL_MOTTO)
