"""Missions of a campaign on screen: who may decide in one, and how the one under way stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.urls import reverse

from campaigns.access import Viewer, one_with_seats, plays_alone, viewer
from campaigns.models import Campaign, Pilot, Role, Seat
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors.campaigns import STAFF
from campaigns.selectors.sides import side_titles
from config.common.refusals import Refusal
from missions.flights.context import context_of
from missions.models import Controller, Game, Mission, Submission
from missions.planning import setups
from missions.planning.mission_context import MissionContext
from missions.planning.places import seats
from missions.selectors.flights import open_game, open_job, refuse_if_others_flew, refuse_unless_ready
from missions.selectors.games import controller_of
from missions.selectors.parts import claimed, has_part
from missions.selectors.watching import token_of_table

BY_COMMANDER, BY_UNITS, BY_STAFF = "commander", "units", "staff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A side of a mission that is to be flown on screen."""

    side: Side
    title: str
    seat: Seat
    """Its commander's."""
    doctrine: str
    """As its orders say."""
    men: Mapping[str, Pilot]
    """By unit of the game whose player decides for it, if its units are decided by their own people."""
    ways: tuple[str, ...]
    """Who may decide for it: ``commander``, ``units``, ``staff``; the usual way first."""
    is_to_say: bool
    """Whoever begins says how well the staff plays for it, and how boldly."""

    @property
    def commander(self) -> str:
        return self.seat.user.get_username() if self.seat.user else STAFF

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those whose men fly."""
        return tuple(dict.fromkeys(man.player.get_username() for man in self.men.values() if man.player))


def parties(mission: Mission, viewer: Viewer) -> tuple[Party, ...]:
    """Both sides of a mission whose orders are signed, as whoever begins a game may have them. Six queries at most.

    A side that somebody commands is the staff's only by his word or that of an umpire who has no part in the mission.
    """
    context = context_of(mission)
    titles, men = side_titles(mission.campaign), dict(_men(mission.campaign, context))
    commanders = {seat.side: seat for seat in _commanders(mission.campaign)}
    plays = bool(viewer.sides) or any(man.player_id == viewer.user_id for man in men.values())
    return tuple(
        Party(
            side=side,
            title=titles[side],
            seat=commanders[side],
            doctrine=context.orders[side].doctrine,
            men={unit: man for unit, man in men.items() if man.side == side},
            ways=tuple(
                _ways(
                    commanders[side],
                    plays=any(man.side == side for man in men.values()),
                    is_to_say=_is_to_say(commanders[side], viewer, plays=plays),
                )
            ),
            is_to_say=_is_to_say(commanders[side], viewer, plays=plays),
        )
        for side in SIDES
    )


def _commanders(campaign: Campaign) -> list[Seat]:
    return list(campaign.seats.filter(role=Role.COMMANDER).select_related("user"))


def _ways(seat: Seat, *, plays: bool, is_to_say: bool) -> Iterator[str]:
    if not seat.is_staff:
        yield BY_COMMANDER
    else:
        yield BY_STAFF
    if plays:
        yield BY_UNITS
    if not seat.is_staff and is_to_say:
        yield BY_STAFF


def _is_to_say(seat: Seat, viewer: Viewer, *, plays: bool) -> bool:
    return seat.is_staff or seat.side in viewer.commands or (viewer.may(Role.UMPIRE) and not plays)


def _men(campaign: Campaign, context: MissionContext) -> Iterator[tuple[str, Pilot]]:
    """Each unit of the game in which somebody's man flies, with the first of these men. One query."""
    played = {
        man.pk: man for man in Pilot.objects.filter(campaign=campaign, player__isnull=False).select_related("player")
    }
    sat = {
        (unit.id, place): seat.pilot
        for orders in context.orders.values()
        for unit in orders.units
        for place, seat in enumerate(seats(unit))
    }
    for unit, places in context.pack.rules.flyers(setups.order_of(context)).items():
        man = next((played[pilot] for place in places if (pilot := sat[place]) in played), None)
        if man is not None:
            yield unit, man


@dataclass(frozen=True, slots=True, kw_only=True)
class GivingUp:
    """How far those who may are with giving a game up."""

    may_say: bool
    """The viewer may say so now."""
    ends_it: bool
    """His word is enough."""
    may_take_back: bool
    """He has said so, and the other side has not."""
    said: tuple[str, ...]
    """What the sides are called that would give it up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnScreen:
    """A mission's game under way, as its page tells it."""

    game: Game
    is_over: bool
    """It has been played to its end, and its flight is about to be stored."""
    waits_for: str
    """Who decides now; empty for whoever has no part in it."""
    chairs: tuple[tuple[Side, str, str], ...]
    """Side, what it is called, who decides: a side's own first, then those of its units."""
    plays: bool
    """The viewer decides for somebody."""
    may_watch: bool
    """He may see all hands: an umpire who has no part in it."""
    watched_at: str
    """What the address ends with at which he may watch, all hands face down; empty: he may not, or plays himself."""
    may_leave_to_staff: bool
    giving_up: GivingUp


def on_screen(mission: Mission, viewer: Viewer) -> OnScreen | None:
    """The mission's game under way. One query; five more at most if there is one."""
    game = open_game(mission)
    if game is None:
        return None
    controllers = list(game.controllers.with_people())
    titles = side_titles(mission.campaign)
    plays = any(each.is_held_by(viewer.user_id) for each in controllers)
    is_under_way = game.status == Game.Status.PLAYING
    sides = claimed(game, mission, commanded(mission))
    is_part = has_part(game, mission, viewer, controllers) if viewer.ranks(Role.UMPIRE) else plays
    return OnScreen(
        game=game,
        is_over=not is_under_way,
        waits_for=_waits_for(game, controllers) if plays or viewer.is_umpire else "",
        chairs=tuple(
            (side_of(each), _title(each, titles), who_sits(each))
            for each in sorted(controllers, key=lambda each: (SIDES.index(side_of(each)), each.unit != "", each.pk))
            if not each.is_vacant
        ),
        plays=plays,
        may_watch=may_watch(viewer, has_part=is_part),
        watched_at=token_of_table(game) if game.lets_watch and not plays else "",
        may_leave_to_staff=is_under_way and may_leave_to_staff(viewer, controllers, has_part=is_part, claimed=sides),
        giving_up=_giving_up(viewer, controllers, titles, has_part=is_part, claimed=sides, is_under_way=is_under_way),
    )


def side_of(controller: Controller) -> Side:
    return "allied" if controller.side == "allied" else "axis"


def may_watch(viewer: Viewer, *, has_part: bool) -> bool:
    """All hands open, while it is played: an umpire who has no part in it, and has had none."""
    return viewer.is_umpire and not has_part


def may_leave_to_staff(
    viewer: Viewer, controllers: Collection[Controller], *, has_part: bool, claimed: Collection[str]
) -> bool:
    """By his word the staff flies all of it: an umpire's who has no part in it, or plays against nobody."""
    others = [each for each in controllers if each.people and not each.is_held_by(viewer.user_id)]
    is_alone = not others and viewer.commands.issuperset(claimed)
    return viewer.may(Role.UMPIRE) and (is_alone or not has_part)


def talk_of(game: Game, user: User) -> str:
    """The address where a mission's people talk about it, if this person may read there; empty of a skirmish.

    Two queries of a mission's; one more for somebody without a seat.
    """
    mission = game.mission
    if mission is None:
        return ""
    campaign = one_with_seats(mission.campaign_id)
    if campaign is None or viewer(campaign, user) is None or plays_alone(campaign):
        return ""
    return reverse("mission-talk", args=(campaign.pk, mission.number))


def _title(controller: Controller, titles: Mapping[str, str]) -> str:
    """``Allied``, or ``Allied: with Hooper`` of the unit in which he flies."""
    side = titles[controller.side]
    return f"{side}: with {controller.man.name}" if controller.man else side


def who_sits(controller: Controller) -> str:
    """``Anna``, ``the staff, for Anna``, or the staff and how it plays."""
    if (person := controller.person) is None:
        return f"the staff, {controller.level} and {controller.doctrine}"
    name = person.get_username()
    return f"the staff, for {name}" if controller.rests else name


def _waits_for(game: Game, controllers: list[Controller]) -> str:
    if not game.side:
        return ""
    found = controller_of(controllers, game.side, game.unit)
    return found.person.get_username() if found.person and not found.rests else "the staff"


def _giving_up(
    viewer: Viewer,
    controllers: list[Controller],
    titles: Mapping[str, str],
    *,
    has_part: bool,
    claimed: Collection[str],
    is_under_way: bool,
) -> GivingUp:
    said = {each.side for each in controllers if each.gives_up}
    own = {side for side in viewer.commands if viewer.acts_for(side)}
    ends_it = gives_it_up_alone(viewer, has_part=has_part, claimed=claimed, is_under_way=is_under_way)
    return GivingUp(
        may_say=ends_it or (is_under_way and bool(own - said)),
        ends_it=ends_it or said | viewer.commands >= {*claimed},
        may_take_back=is_under_way and bool(own & said),
        said=tuple(titles[side] for side in SIDES if side in said),
    )


def gives_it_up_alone(viewer: Viewer, *, has_part: bool, claimed: Collection[str], is_under_way: bool) -> bool:
    """By his word alone a game comes to nothing: an umpire's without a part in it, or where nobody commands a side.

    One that is over and has come to no result is given up by any umpire.
    """
    return viewer.may(Role.UMPIRE) and not (has_part and is_under_way and claimed)


def commanded(mission: Mission) -> set[str]:
    """The sides that somebody commands. No query when the seats are prefetched."""
    seats = mission.campaign.seats.all()
    return {seat.side for seat in seats if seat.role == Role.COMMANDER and not seat.is_staff}


def has_been_told(mission: Mission) -> bool:
    """Some table has said how it went. One query."""
    return mission.submissions.exclude(status=Submission.Status.WITHDRAWN).exists()


def refuse_to_begin(mission: Mission) -> None:
    """What keeps a mission from being flown on screen, but for who asks. Four queries at most."""
    if mission.is_on_paper:
        raise Refusal("This mission has been flown on paper. Record how it went.")
    if open_job(mission) is not None:
        raise Refusal("The engine is flying the mission.")
    refuse_unless_ready(mission)
    if not mission.orders_are_open:
        raise Refusal("Open the orders of both sides first: nobody may change them any more once it is flown.")
    refuse_if_others_flew(mission)
    if has_been_told(mission):
        raise Refusal("A table has told how it went. On screen only that is flown which no table has flown.")
