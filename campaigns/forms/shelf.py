"""What a pack is looked for by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import engine
from campaigns.selectors.shelf import LENGTHS, ShelfPack
from config.common.forms import HouseForm, choice_field


class ShelfForm(HouseForm):
    """Filters of the shelf; what is left open filters nothing."""

    game = choice_field("Game", required=False, wrong="There is no such game.")
    length = choice_field(
        "Length", required=False, choices=[("", "Any"), *LENGTHS.items()], wrong="There is no such length."
    )
    players = choice_field(
        "Players",
        required=False,
        choices=[("", "Any"), ("one", "For one"), ("two", "For two sides")],
        wrong="For one, or for two sides.",
    )
    pools = choice_field(
        "Squadrons",
        required=False,
        choices=[("", "Any"), ("yes", "Lost stays lost"), ("no", "Fresh each mission")],
        wrong="With squadrons, or without.",
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.set_choices("game", [("", "Any"), *((each.slug, each.title) for each in engine.systems().values())])

    @property
    def is_used(self) -> bool:
        """Something is looked for."""
        return any(self.data.get(name) for name in self.fields)

    def found(self, packs: Iterable[ShelfPack]) -> list[ShelfPack]:
        """Those that fit; all of them while the form is not valid."""
        if not self.is_valid():
            return list(packs)
        wanted = self.cleaned_data
        return [
            each
            for each in packs
            if wanted["game"] in ("", each.pack.system)
            and wanted["length"] in ("", each.length)
            and wanted["players"] in ("", "one" if each.is_for_one else "two")
            and wanted["pools"] in ("", "yes" if each.keeps_pools else "no")
        ]
