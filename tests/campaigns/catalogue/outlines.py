"""``python -m tests.campaigns.catalogue.outlines``: approve how two dozen outlines look now.

They are drawings that a browser opens. Look at every one that has changed before you commit it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from campaigns.catalogue.outlines import Outline, outline

APPROVED: Final = Path(__file__).parent / "approved"
TYPES: Final = (
    "spitfire-i", "hurricane-i", "gladiator-ii", "swordfish-i", "tempest-v", "lancaster-i",
    "bf-109e-3", "fw-190a-6", "ju-87b", "bf-110c", "ju-88a", "he-111h", "me-163b", "me-262a",
    "p-38j", "p-47d", "b-17f", "b-24d", "i-16", "il-2", "a6m2-flight", "cr-42",
    "sopwith-camel", "fokker-dr-i",
)  # fmt: skip


def drawing(made: Outline) -> str:
    """A file of its own."""
    x, y = made.across, made.along
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-x:.0f} {-y:.0f} {2 * x:.0f} {2 * y:.0f}">\n'
        f'<path d="{made.path}"/>\n</svg>\n'
    )


if __name__ == "__main__":
    for slug in TYPES:
        (APPROVED / f"{slug}.svg").write_text(drawing(outline(slug)), encoding="utf-8")
