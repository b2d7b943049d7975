"""Who or what may be put in the place of what no longer fits.

One question, ``Substitutes.why_not``, decides what the page offers and what ``corrections.resolve_conflict`` accepts:
it folds the journal with the substitution and looks whether anything new does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from campaigns.catalogue.library import library
from campaigns.models import Campaign
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition_of
from campaigns.standing import NewLine, Standing
from campaigns.standing.fold import Folding
from campaigns.standing.kinds import Resolved, Substituted
from campaigns.standing.lines import saying
from campaigns.standing.model import Airframe, Airman, Conflict
from campaigns.standing.result_kinds import Sortie

ABOUT_A_SEAT = ("airframe", "man", "twice")
"""Kinds of conflicts, by their key, in which somebody or something else may have sat."""
MOST_OFFERED = 12
"""Of one conflict."""
MOST_ASKED = 48
"""In a campaign of eighty missions each question takes a twentieth of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPlace:
    """A seat in a mission that something was wrong with."""

    mission: int
    unit: str
    seat: str

    def taken_by(
        self, other: Substitute, *, conflict: str = "", reason: str = "", who: str = "", whose: str = ""
    ) -> Substituted:
        """What the journal says of ``other`` having sat there."""
        said = Substituted(
            conflict=conflict,
            how="substitute",
            reason=reason,
            mission=self.mission,
            unit=self.unit,
            seat=self.seat,
            who=who,
            whose=whose,
        )
        return said.but(airframe=other.airframe) if other.airframe else said.but(pilot=other.pilot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """An aircraft (its code) or a man (his row) in the place of another."""

    airframe: str = ""
    pilot: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sat:
    """What is taken to have been in a seat by now, corrections of it included."""

    side: str
    flew: Sortie
    airframe: str
    pilot: int | None


class Substitutes:
    """A campaign as it stands, to ask what may be put in place. Two queries.

    Each question folds the journal; ``offers`` asks no more than ``MOST_ASKED`` of them, of all conflicts together, the
    likeliest first.
    """

    def __init__(self, campaign: Campaign) -> None:
        self._pack = definition_of(campaign)
        self._men = standings.men_of(campaign)
        self._lines = sorted(standings.lines_of(campaign), key=lambda line: (line.moment, line.number))
        self._resolved = [line for line in self._lines if line.kind == Resolved.kind]
        folding = Folding(self._pack, self._men, self._resolved)
        for line in self._lines:
            folding.take(line)
        self.standing: Standing = folding.standing
        self._open = {each.key for each in self.standing.open_conflicts}
        self._seats = dict(self._sat())
        self._left = MOST_ASKED

    @property
    def is_spent(self) -> bool:
        """``offers`` has asked all that it asks: what it offers for another conflict is shown when some are settled."""
        return self._left <= 0

    def _sat(self) -> Iterator[tuple[OpenPlace, _Sat]]:
        airframes: dict[OpenPlace, str] = {}
        men: dict[OpenPlace, int] = {}
        for _, said in saying(self._resolved, Resolved):
            if isinstance(said, Substituted):
                place = OpenPlace(mission=said.mission, unit=said.unit, seat=said.seat)
                if said.airframe:
                    airframes[place] = said.airframe
                if said.pilot:
                    men[place] = said.pilot
        for line, flew in saying(self._lines, Sortie):
            place = OpenPlace(mission=line.mission or 0, unit=flew.unit, seat=flew.seat)
            airframe = airframes.get(place) or flew.airframe
            yield place, _Sat(side=line.side, flew=flew, airframe=airframe, pilot=men.get(place) or line.pilot_id)

    def place(self, conflict: Conflict) -> OpenPlace | None:
        """The seat that a conflict is about; ``None`` if nothing can be put in place of what does not fit."""
        kind, what = self._about(conflict)
        if kind not in ABOUT_A_SEAT:
            return None
        return next(
            (
                place
                for place, sat in self._seats.items()
                if place.mission == conflict.mission and what in (sat.airframe, str(sat.pilot))
            ),
            None,
        )

    def offers(self, conflict: Conflict) -> tuple[Substitute, ...]:
        """Some of what will be accepted in its place: of the same squadron or, if that has nothing, of another."""
        place = self.place(conflict)
        if place is None:
            return ()
        sat = self._seats[place]
        is_aircraft = self._about(conflict)[1] == sat.airframe
        own: list[Substitute] = []
        others: list[Substitute] = []
        likely = self._likely(place.mission)
        candidates: Iterable[Airframe | Airman] = self._aircraft(sat) if is_aircraft else self._airmen(sat)
        for other in sorted(candidates, key=lambda each: _name(each) not in likely):
            of_squadron = other.squadron == sat.flew.squadron
            (own if of_squadron else others).append(_substitute(other))
        for group in (own, others):
            if found := tuple(islice(self._accepted(place, sat, group), MOST_OFFERED)):
                return found
        return ()

    def _accepted(self, place: OpenPlace, sat: _Sat, group: Iterable[Substitute]) -> Iterator[Substitute]:
        for each in group:
            if self._why_wrong(sat, each):
                continue
            if self.is_spent:
                return
            self._left -= 1
            if not self._why_no_fit(place, each):
                yield each

    def _likely(self, mission: int) -> set[str | int]:
        """Aircraft and men who were there and fit before a mission, and did not fly in it."""
        folding = Folding(self._pack, self._men, self._resolved)
        for line in self._lines:
            if line.moment < 2 * mission:
                folding.take(line)
        there = folding.standing
        fit: set[str | int] = {each.code for each in there.airframes.values() if each.status == "serviceable"}
        fit |= {each.pk for each in there.airmen.values() if each.status == "fit"}
        flew = [sat for place, sat in self._seats.items() if place.mission == mission]
        return fit - {sat.airframe for sat in flew} - {sat.pilot for sat in flew}

    def why_not(self, place: OpenPlace, other: Substitute) -> str:
        """Why it cannot have been this one, in a sentence; empty if it can."""
        sat = self._seats.get(place)
        if sat is None:
            return "Nobody flew there in this mission."
        if bool(other.airframe) == (other.pilot is not None):
            return "Name an aircraft or a man to put in the place."
        return self._why_wrong(sat, other) or self._why_no_fit(place, other)

    def whose(self, place: OpenPlace, other: Substitute) -> tuple[str, str]:
        """What ``other`` is called, and what sits in the place so far."""
        sat = self._seats[place]
        if other.airframe:
            return other.airframe, sat.airframe
        names = {man.pk: man.name for man in self._men}
        return names[other.pilot or 0], names.get(sat.pilot or 0, "")

    def _aircraft(self, sat: _Sat) -> Iterator[Airframe]:
        for each in self.standing.airframes.values():
            if each.code != sat.airframe and (each.side, each.aircraft) == (sat.side, sat.flew.aircraft):
                yield each

    def _airmen(self, sat: _Sat) -> Iterator[Airman]:
        for each in self.standing.airmen.values():
            if each.pk != sat.pilot and each.side == sat.side and each.man.on_roster:
                yield each

    def _why_wrong(self, sat: _Sat, other: Substitute) -> str:
        """What is wrong with it whenever it was."""
        slug, side = sat.flew.aircraft, sat.side
        if other.airframe:
            airframe = self.standing.airframes.get(other.airframe)
            if airframe is None or airframe.side != side:
                return f"Your side has no {other.airframe}."
            return "" if airframe.aircraft == slug else f"{airframe.code} is of another type than flew there."
        man = self.standing.airmen.get(other.pilot or 0)
        if man is None or man.side != side:
            return "Your side has no such man."
        kind = library().aircraft.get(slug)
        if kind is not None and (man.man.nation, man.man.service) != (kind.nation, kind.service):
            return f"{man.name} ({man.man.service}) does not fly {kind.service} aircraft. [WBY 19.1.1]"
        return ""

    def _why_no_fit(self, place: OpenPlace, other: Substitute) -> str:
        """The first thing that would no longer fit."""
        resolved = NewLine.saying(place.taken_by(other))
        folding = Folding(self._pack, self._men, [*self._resolved, resolved])
        seen = 0
        for line in self._lines:
            folding.take(line)
            for conflict in folding.standing.conflicts[seen:]:
                seen += 1
                if not conflict.resolved and conflict.key not in self._open:
                    return f"That does not fit either: {conflict.sentence}."
        return ""

    @staticmethod
    def _about(conflict: Conflict) -> tuple[str, str]:
        """The kind of a conflict and, of one about a seat, the code or the row of what does not fit."""
        kind, _, rest = conflict.key.partition(":")
        return kind, rest.rpartition(":")[0]


def _name(other: Airframe | Airman) -> str | int:
    return other.code if isinstance(other, Airframe) else other.pk


def _substitute(other: Airframe | Airman) -> Substitute:
    if isinstance(other, Airframe):
        return Substitute(airframe=other.code, name=other.code)
    return Substitute(pilot=other.pk, name=other.name)
