"""Whose turn it is in many campaigns at once: a few queries, however many, and no journal is folded.

Everybody may know what a campaign waits for: whose orders are missing, not what is in them. Whose decision is open in a
game on screen only he is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils import timezone

from campaigns.access import Viewer, seated
from campaigns.models import Campaign, Role, Seat, Side
from campaigns.packs.schema import SIDES
from campaigns.selectors.sides import side_titles
from campaigns.sequence.between import Between
from clubs.selectors.own_clock import both_in_short, own_zone_in
from config.common.prepared import Given, Prepared, moment, number, several
from missions.models import Controller, Game, Mission, Orders, Submission
from missions.selectors.bequests import is_open, left_behind
from missions.selectors.games import controller_of
from missions.selectors.missions import ENDED


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What a campaign waits for."""

    words: str
    is_mine: bool = False
    """It waits for the viewer."""
    sides: tuple[str, ...] = ()
    """Whose commanders it waits for."""
    due: datetime | None = None
    """Until when; ``None`` without a deadline."""
    time_zone: str = ""
    """Of the campaign, in which the deadline is told."""
    own_zone: str = ""
    """Of the viewer, in which it is told besides."""

    @property
    def due_words(self) -> str:
        """Until when, in short, by the campaign's clock and the viewer's own; empty without a deadline."""
        return both_in_short(self.due, self.time_zone, self.own_zone) if self.due is not None else ""


def with_orders_in(
    missions: QuerySet[Mission], user_id: int | Given, *, asked: bool, now: Given | None = None
) -> QuerySet[Any]:
    """The missions with the sides that have signed, and the time zone of the viewer, who is told until when; ``asked``:
    and with those about whose orders umpires are asked."""
    orders = Orders.objects.filter(mission=OuterRef("pk"))
    found = missions.annotate(
        allied_in=Exists(orders.filter(side=Side.ALLIED)),
        axis_in=Exists(orders.filter(side=Side.AXIS)),
        own_zone=own_zone_in(user_id),
    )
    if asked:
        found = found.annotate(allied_left=left_behind(Side.ALLIED, now), axis_left=left_behind(Side.AXIS, now))
    return found


def results_of(missions: Iterable[Mission]) -> Mapping[int, list[Submission]]:
    """Results on their way, by mission: of none that is still being planned. At most one query."""
    found = defaultdict[int, list[Submission]](list)
    if told := [mission.pk for mission in missions if mission.status != Mission.Status.PLANNING]:
        done = (Submission.Status.APPROVED, Submission.Status.WITHDRAWN)
        rows = Submission.objects.filter(mission__in=told).exclude(status__in=done)
        for each in rows.order_by("mission_id", "table", "pk"):
            found[each.mission_id].append(each)
    return found


def turns(
    campaigns: Iterable[Campaign], user_id: int, at_rest: Mapping[int, Between | None] | None = None
) -> dict[int, Turn]:
    """Whose turn it is in each of these running campaigns, fetched with their packs and clubs; an archived one waits
    for nobody. ``at_rest``: what comes next in those of periods while no mission is under way.

    At most seven queries.
    """
    found = seated((campaign for campaign in campaigns if not campaign.is_archived), user_id)
    judged = {campaign.pk for campaign, viewer in found if judges(viewer)}
    shown = [campaign.pk for campaign, _ in found]
    under_way = {each.campaign_id: each for each in _under_way(shown, user_id, asked=bool(judged))}
    told = results_of(under_way.values())
    games = _games(under_way.values())
    coming = chosen_by_people({pk: at_rest[pk] for pk in shown if pk not in under_way} if at_rest else {})
    made: dict[int, Turn] = {}
    for campaign, viewer in found:
        mission = under_way.get(campaign.pk)
        turn = turn_of(campaign, viewer, mission, told[mission.pk] if mission else (), coming.get(campaign.pk))
        if mission is not None and campaign.pk in judged:
            turn = with_question(turn, campaign, mission)
        if mission is not None and mission.pk in games:
            turn = _on_screen(games[mission.pk], mission, user_id)
        made[campaign.pk] = turn
    return _with_names(made, user_id)


def _under_way(campaigns: list[int], user_id: int, *, asked: bool) -> list[Any]:
    if not campaigns:
        return []
    missions = _UNDER_WAY_ASKED if asked else _UNDER_WAY
    return missions(campaigns=campaigns, user=user_id, **({"now": timezone.now()} if asked else {}))


def _waiting(*, asked: bool) -> QuerySet[Any]:
    found = Mission.objects.filter(campaign__in=several("campaigns")).exclude(status__in=ENDED).order_by("number")
    return with_orders_in(found, number("user"), asked=asked, now=moment("now"))


_UNDER_WAY = Prepared(lambda: _waiting(asked=False))
_UNDER_WAY_ASKED = Prepared(lambda: _waiting(asked=True))


def chosen_by_people(at_rest: Mapping[int, Between | None]) -> Mapping[int, Between]:
    """What comes next in campaigns without a mission under way: where the staff would choose one, it is drawn.

    One query if a side chooses.
    """
    found = {pk: between for pk, between in at_rest.items() if between is not None}
    if choosing := [pk for pk, between in found.items() if between.action == "choose"]:
        seats = Seat.objects.filter(campaign__in=choosing, role=Role.COMMANDER, user=None).order_by()
        staff = set(seats.values_list("campaign_id", "side"))
        for pk in choosing:
            if (pk, found[pk].side) in staff:
                found[pk] = replace(found[pk], action="draw", side="")
    return found


def turn_of(
    campaign: Campaign, viewer: Viewer, mission: Any, results: Sequence[Submission], between: Between | None
) -> Turn:
    """What a campaign waits for.

    ``mission``: the one under way, of ``with_orders_in``; ``between``: of ``chosen_by_people``, without one.
    """
    if campaign.is_finished:
        return Turn(words="")
    titles = side_titles(campaign)
    mine = viewer.commands
    acts = viewer.is_umpire or bool(mine)
    if mission is None:
        return _at_rest(campaign, viewer, between, acts=acts)
    named = f"Mission {mission.number}, {mission.title}"
    clocks = {"time_zone": campaign.time_zone, "own_zone": mission.own_zone or ""}
    if mission.status == Mission.Status.PLANNING:
        missing = [
            side for side, is_in in ((Side.ALLIED, mission.allied_in), (Side.AXIS, mission.axis_in)) if not is_in
        ]
        whose = "both sides’" if len(missing) == 2 else f"the {titles[missing[0]]}" if missing else "the"
        if missing and mission.is_late and campaign.late == Campaign.Late.UMPIRE:
            return Turn(words=f"{named}: {whose} orders are late, the umpire decides", is_mine=viewer.is_umpire)
        return Turn(
            words=f"{named}: waits for {whose} orders",
            is_mine=not mine.isdisjoint(missing),
            sides=tuple(missing),
            due=None if mission.is_late else mission.orders_due,
            **clocks,
        )
    statuses = {each.status for each in results}
    if Submission.Status.DISPUTED in statuses:
        return Turn(words=f"{named}: a result is disputed", is_mine=viewer.is_umpire)
    if Submission.Status.WAITING in statuses:
        waiting = [each for each in results if each.status == Submission.Status.WAITING]
        tellers = {each.side for each in waiting}
        answers = set(SIDES) - tellers if len(tellers) == 1 and "" not in tellers else set(SIDES)
        whose = f"the {titles[next(iter(answers))]} side" if len(answers) == 1 else "both sides"
        return Turn(
            words=f"{named}: a result waits for {whose}",
            is_mine=not mine.isdisjoint(answers),
            sides=tuple(sorted(answers)),
            due=min((each.due_at for each in waiting if each.due_at is not None), default=None),
            **clocks,
        )
    if Submission.Status.AGREED in statuses:
        return Turn(words=f"{named}: a result waits for the umpire", is_mine=viewer.is_umpire)
    if mission.status == Mission.Status.FLOWN:
        return Turn(words=f"{named}: to be debriefed", is_mine=acts)
    return Turn(words=f"{named}: ready to fly", is_mine=acts)


def _at_rest(campaign: Campaign, viewer: Viewer, between: Between | None, *, acts: bool) -> Turn:
    """What comes next while no mission is under way. ``acts``: the viewer does what no single side does."""
    if between is None:
        return Turn(words=_NEXT.get(campaign.pack.kind, "Ready for what comes next"), is_mine=acts)
    if between.action == "open-period":
        return Turn(words=f"Period {between.period} is to be opened", is_mine=acts)
    if between.action == "draw":
        return Turn(words=_DRAWN, is_mine=acts)
    return Turn(
        words=f"The {side_titles(campaign)[between.side]} side chooses the next mission",
        is_mine=between.side in viewer.commands,
        sides=(between.side,),
    )


_DRAWN = "The next mission is to be drawn"
_NEXT = {"dogfights": _DRAWN, "land": _DRAWN, "operation": "The next mission is to be put on the board"}
"""What comes after a mission, by the kind of pack, where there are no periods."""


def judges(viewer: Viewer) -> bool:
    """He decides what an umpire decides: from an umpire's seat, or as the owner."""
    return viewer.is_umpire or viewer.is_owner


def with_question(turn: Turn, campaign: Campaign, mission: Any) -> Turn:
    """It waits for an umpire's word, too, if the signer of sealed orders has left: whether they stand."""
    sides = [side for side, left in ((Side.ALLIED, mission.allied_left), (Side.AXIS, mission.axis_left)) if left]
    if not sides or not is_open(mission):
        return turn
    whose = " and ".join(side_titles(campaign)[side] for side in sides)
    return replace(turn, words=f"{turn.words}; do the {whose} orders stand, whose signer has left?", is_mine=True)


def _games(missions: Iterable[Mission]) -> dict[int, Game]:
    """Games on screen under way, by mission: of those whose orders are open. At most two queries."""
    flying = [mission.pk for mission in missions if mission.orders_are_open]
    if not flying:
        return {}
    people = Prefetch("controllers", Controller.objects.with_people())
    playing = Game.objects.filter(mission__in=flying, status=Game.Status.PLAYING)
    return {game.mission_id: game for game in playing.prefetch_related(people) if game.mission_id is not None}


def _on_screen(game: Game, mission: Mission, user_id: int) -> Turn:
    named = f"Mission {mission.number}, {mission.title}"
    person = controller_of(game.controllers.all(), game.side, game.unit).person if game.side else None
    if person is not None and person.pk == user_id:
        return Turn(words=f"{named}: a decision on screen is yours", is_mine=True)
    return Turn(words=f"{named}: is being flown on screen")


def _with_names(turns: Mapping[int, Turn], user_id: int) -> dict[int, Turn]:
    """The turns with the names of those who are waited for. At most one query."""
    waiting = [pk for pk, turn in turns.items() if turn.sides and not turn.is_mine]
    if not waiting:
        return dict(turns)
    names = defaultdict[tuple[int, str], list[str]](list)
    seats = Seat.objects.filter(campaign__in=waiting, role=Role.COMMANDER, user__isnull=False).select_related("user")
    for seat in seats:
        names[seat.campaign_id, seat.side].append(str(seat.user))
    told = {}
    for pk, turn in turns.items():
        who = [name for side in turn.sides for name in names[pk, side]] if pk in waiting else []
        told[pk] = replace(turn, words=f"{turn.words}: {' and '.join(who)}") if who else turn
    return told
