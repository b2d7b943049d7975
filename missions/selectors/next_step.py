"""What a campaign waits for, and who does it: the sequence of play for one viewer. [SUP 24.3, 25, 27, 28]"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from campaigns.access import Viewer
from campaigns.models import Campaign, Role
from campaigns.packs.schema import MissionDefinition
from campaigns.sequence import draws
from campaigns.sequence.steps import Action, Current, MissionStatus, Sequence, Step, sequence, stage_under_way
from campaigns.standing import Standing
from campaigns.standing.model import Airman
from campaigns.standing.questions import with_skills_due
from config.common.prepared import Prepared, number
from missions.flights import context
from missions.models import Mission
from missions.selectors.missions import ENDED
from missions.selectors.results import OnItsWay, on_its_way
from missions.selectors.sealed_orders import PartRow, Sealed, SideState, sealed, signed_orders


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """The step that the campaign stands at, and what the viewer may do about it."""

    sequence: Sequence
    action: Action
    mission: int
    """The Mission that it is about; the one to be drawn, before it is."""
    sides: tuple[str, ...]
    """Of ``plan`` those whose orders are missing, of ``choose`` the one that chooses."""
    own_sides: tuple[str, ...]
    """Those of them for which the viewer decides."""
    may_act: bool
    """The viewer may do the step."""
    open_to: tuple[tuple[str, MissionDefinition], ...] = ()
    """Of ``choose``: what may be chosen, by its key. [SUP 27 step 3]"""
    due: tuple[Airman, ...] = ()
    """Men of the viewer's sides who may learn a Skill."""
    may_count: bool = False
    """Instead of drawing a Mission the viewer may count an operation as it. [SUP 25]"""
    sealed: Sealed | None = None
    """Who has handed in, and until when; ``None`` unless orders are sealed, and for who plays alone."""
    to_decide: tuple[str, ...] = ()
    """Of ``plan``: sides whose orders did not come, and of which the viewer decides what becomes."""
    left_behind: tuple[SideState, ...] = ()
    """Sides whose orders' signer has left, while the viewer is to say whether they stand."""
    own_parts: tuple[PartRow, ...] = ()
    """Of ``plan``: the parts that the viewer is to write and has not handed in."""
    results: OnItsWay | None = None
    """Of ``fly``: how far the results of its tables are, where they are confirmed."""
    is_on_paper: bool = False
    """The Mission was flown on paper: it is entered who flew and how it went."""

    @property
    def step(self) -> Step:
        return self.sequence.now

    @property
    def left(self) -> int:
        """Steps of this round that lie ahead."""
        return sum(step.state == "ahead" for step in self.sequence.steps)


def next_step_of(campaign: Campaign, viewer: Viewer, standing: Standing) -> NextStep:
    """At most two queries, and those of ``sealed`` but one where several people play."""
    mission = under_way(campaign)
    signed = signed_orders(mission) if mission is not None and not mission.orders_are_open else {}
    current = _current(mission, standing, tuple(signed)) if mission else None
    found = sequence(standing.pack, standing, current)
    action = found.now.action
    sides = found.sides
    staff = {seat.side for seat in campaign.seats.all() if seat.is_staff}
    if action == "draw" and sides and not staff.issuperset(sides):
        action = "choose"
    decides = _signs_for(viewer) if action == "plan" else _decides_for(viewer)
    own = tuple(side for side in sides if side in decides)
    sees = [side for side in ("allied", "axis") if viewer.sees_plans_of(side)]
    waits = sealed(mission, viewer, signed) if mission is not None and action in ("plan", "ground", "fly") else None
    if waits is not None and waits.is_late:
        own = ()
    parts = [part for state in waits.sides.values() for part in state.parts] if waits and not waits.is_late else []
    return NextStep(
        sequence=found,
        action=action,
        mission=found.mission,
        sides=sides,
        own_sides=own,
        may_act=bool(own) if action in ("plan", "choose") else viewer.may(Role.COMMANDER),
        may_count=action == "draw" and standing.pack.kind == "land" and viewer.may(Role.UMPIRE),
        sealed=waits,
        to_decide=tuple(side for side, state in waits.sides.items() if state.may_decide) if waits else (),
        left_behind=tuple(state for state in waits.sides.values() if state.left_by) if waits else (),
        own_parts=tuple(part for part in parts if part.is_mine and not part.is_handed_in) if action == "plan" else (),
        results=on_its_way(mission, viewer) if mission is not None and action == "fly" else None,
        is_on_paper=mission is not None and mission.is_on_paper,
        open_to=_open_to(standing) if action == "choose" and own else (),
        due=()
        if action == "over"
        else tuple(man for side in sees if side in _decides_for(viewer) for man in with_skills_due(standing, side)),
    )


def _signs_for(viewer: Viewer) -> frozenset[str]:
    """Sides whose orders he signs now."""
    return frozenset(side for side in viewer.commands if viewer.acts_for(side))


def _decides_for(viewer: Viewer) -> frozenset[str]:
    """Sides for which he decides anything but orders: the owner and the umpires decide for both."""
    return frozenset(("allied", "axis")) if viewer.may(Role.UMPIRE) else _signs_for(viewer)


def under_way(campaign: Campaign) -> Mission | None:
    """The Mission that is neither debriefed nor void, if there is one. One query."""
    mission = _UNDER_WAY.first(campaign=campaign.pk)
    if mission is not None:
        mission.campaign = campaign
    return mission


def _going_on() -> QuerySet[Mission]:
    missions = Mission.objects.filter(campaign=number("campaign")).exclude(status__in=ENDED)
    return missions.order_by("-number")[:1]


_UNDER_WAY = Prepared(_going_on)


def _current(mission: Mission, standing: Standing, in_: tuple[str, ...]) -> Current:
    """The Mission under way. Why nobody can fly it is told when both sides have signed: before, it is a secret."""
    status: MissionStatus = "flown"
    signed: tuple[str, ...] = ()
    why = ""
    if mission.status == Mission.Status.PLANNING:
        status = "planning"
        signed = in_
    elif mission.status == Mission.Status.READY:
        status = "ready"
        if standing.pack.keeps_pools:
            why = context.why_grounded(mission)
    return Current(mission.number, status, signed, why)


def _open_to(standing: Standing) -> tuple[tuple[str, MissionDefinition], ...]:
    stage = stage_under_way(standing.pack, standing)
    assert stage is not None, "a side chooses only while a stage is under way"
    keys = dict.fromkeys(draws.open_missions(standing.pack, standing, stage))
    return tuple((key, standing.pack.mission(key)) for key in keys)
