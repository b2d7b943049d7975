"""The form by which a club gives an award."""

from __future__ import annotations

from clubs.operations.awards import TITLE_LENGTH, WHY_LENGTH
from config.common.forms import HouseForm, day_field, line_field


class AwardForm(HouseForm):
    """A title for a member, by name."""

    name = line_field(
        "Name of the member",
        150,
        missing="Say who gets it.",
        too_long="Nobody has so long a name.",
        attrs={"spellcheck": "false"},
    )
    title = line_field(
        "Award",
        TITLE_LENGTH,
        missing="Say what it is called.",
        too_long=f"The title is longer than {TITLE_LENGTH} letters.",
    )
    why = line_field(
        "What for", WHY_LENGTH, missing="Say what it is for.", too_long=f"That is longer than {WHY_LENGTH} letters."
    )
    day = day_field("Day", missing="Choose a day.", wrong="That is no day: write it as 2026-11-29.")
