"""Until when orders are taken, as the umpire enters it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from config.common import clock
from config.common.forms import HouseForm, day_field, time_field
from config.common.refusals import Refusal


class DeadlineForm(HouseForm):
    """A day and a time by the clock in ``zone``. ``due`` is the moment once the form is valid."""

    day = day_field(missing="Give the day.", wrong="Give a day that there is.")
    time = time_field(missing="Give the time.", wrong="Give a time, as 19:30.")

    def __init__(self, zone: str, due: datetime | None, *, data: Any = None) -> None:
        local = clock.local(due, zone) if due else None
        super().__init__(data=data, initial={"day": local.date(), "time": local.time()} if local else {})
        self.zone = zone
        self.due: datetime | None = None

    def field_of(self, refusal: Refusal) -> str:
        return "day" if refusal.field == "due" else refusal.field

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if "day" in said and "time" in said:
            with self.showing_refusals():
                self.due = clock.moment(datetime.combine(said["day"], said["time"]), self.zone, "time")
        return said
