"""A man's life parted at his sorties: each with all that is told of it, and what happened after it on the ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from campaigns.standing.chronicle import Chronicle, Victory
from campaigns.standing.kinds import Ruling
from campaigns.standing.model import Airman, JournalFact

FATES: Final = ("unhurt", "wounded", "evading", "captured", "missing", "killed")


@dataclass(slots=True, kw_only=True)
class FlightOfMan:
    """``happening`` is the sortie; ``None`` of what came before his first."""

    happening: JournalFact | None
    victories: list[Victory] = field(default_factory=list)
    fate: str = ""
    """One of ``FATES``, or nothing is said of it."""
    afterwards: list[JournalFact] = field(default_factory=list)
    """A wound or a way home that keeps him away stands here too."""


def flights_of(known: Chronicle, man: Airman) -> Iterator[FlightOfMan]:
    """A man’s life flight by flight: first what happened before the first of them, then each with what followed it."""
    victories = {each.entry: each for each in known.victories(man)}
    flight = FlightOfMan(happening=None)
    for each in man.life:
        flown = flight.happening
        if each.what == "sortie":
            yield flight
            flight = FlightOfMan(happening=each)
        elif each.what == "kill" and flown is not None:
            flight.victories.append(victories[each.entry])
        elif each.what == "ruling" and flown is not None and flown.mission == each.mission:
            claim = Ruling.of(known.lines[each.entry]).kill
            if claim in victories and victories[claim] not in flight.victories:
                flight.victories.append(victories[claim])
        elif each.what in FATES and flown is not None and each.mission == flown.mission:
            flight.fate = each.what
            if each.what not in ("unhurt", "killed"):
                flight.afterwards.append(each)
        else:
            flight.afterwards.append(each)
    yield flight
