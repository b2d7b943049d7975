"""Packs: campaign definition files, how they are read, and what planning asks of them.

``read_pack(text, filename) -> PackDefinition`` reads one or raises ``PackError`` with every problem found.
A ``PackDefinition`` then answers: ``missions_in_all``, ``mission(key)``, ``all_missions()``,
``resources_of(side)``. ``planning`` has what a Mission needs: ``draw_in_stage``, ``draw_in_period``, ``unit_slots``,
``resource_choices``.
Nothing here imports Django.
"""

from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import PackError, Problem
from campaigns.packs.reader import pack_text, read_pack

__all__ = ["PackDefinition", "PackError", "Problem", "pack_text", "read_pack"]
