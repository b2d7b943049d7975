"""The days that a text names, such as ``On 6 July``, ``on 1 and 3 May 1941``, ``and on the 8th``."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

_MONTHS = {calendar.month_name[number]: number for number in range(1, 13)}
_MONTH = "|".join(_MONTHS)
_NAMED = re.compile(
    rf"\b(?P<days>\d{{1,2}}(?:(?:, | and | or )\d{{1,2}})*) (?P<month>{_MONTH})\b(?: (?P<year>1[89]\d\d)\b)?"
    r"|\bthe (?P<later>\d{1,2})(?:st|nd|rd|th)\b"
)


@dataclass(frozen=True, slots=True)
class NamedDay:
    """A day of a text and, if it names no year, of each year that it may be."""

    text: str
    dates: tuple[datetime.date, ...]

    def is_within(self, first: datetime.date, last: datetime.date) -> bool:
        return any(first <= date <= last for date in self.dates)


def named_days(text: str, years: range) -> Iterator[NamedDay]:
    """All days that a text names with their month, and later ones by their number alone. No such day: left out."""
    month = ""
    said: range | None = None
    for found in _NAMED.finditer(text):
        if found["later"] is None:
            month = found["month"]
            said = range(int(found["year"]), int(found["year"]) + 1) if found["year"] else years
        if not month or said is None:
            continue
        for number in re.findall(r"\d+", found["later"] or found["days"]):
            dates = tuple(_dates(said, _MONTHS[month], int(number)))
            if dates:
                yield NamedDay(f"{int(number)} {month}", dates)


def _dates(years: range, month: int, day: int) -> Iterator[datetime.date]:
    for year in years:
        if 1 <= day <= calendar.monthrange(year, month)[1]:
            yield datetime.date(year, month, day)
