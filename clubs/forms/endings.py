"""Forms of the end of a club or a campaign."""

from __future__ import annotations

from config.common.forms import HouseForm, line_field


class DeleteForm(HouseForm):
    """The name of what is to be deleted, typed by whoever is sure."""

    name = line_field(
        "Type its name, to be sure", 80, missing="Type its name.", too_long="That is longer than any name."
    )
