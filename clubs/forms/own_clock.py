"""In which time zone somebody lives."""

from __future__ import annotations

from typing import Any

from clubs.selectors.members import time_zones
from config.common.forms import HouseForm, choice_field


class OwnClockForm(HouseForm):
    """Where somebody lives."""

    time_zone = choice_field("Your time zone", required=False, wrong="Choose a time zone of the list.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = ((zone, zone.replace("_", " ")) for zone in time_zones())
        self.set_choices("time_zone", [("", "The clubs’ are enough"), *zones])
