"""A mission of a campaign flown on screen: begun, left to the staff, given up.

What changes how the mission stands locks the campaign first and the game after it. Who decides is the campaign's matter
at every moment: a chair names the commander's seat or a man (``missions.models.Controller``), so that whoever holds the
seat, stands in or is given the man decides from then on, and nothing has to follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.contrib.auth.models import User

from campaigns.access import refuse_unless_umpire, viewer
from campaigns.models import Role
from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from engine.core.levels import USUAL_LEVEL
from missions.flights.context import context_of
from missions.models import Game, Mission
from missions.operations import games
from missions.operations.game_tables import end_without_result, locked_game, refuse_if_over
from missions.operations.games import GameTerms, SeatPlan
from missions.operations.under_lock import locked_mission, tell_of
from missions.planning import setups
from missions.selectors.flights import has_landed, open_game, refuse_key_of_another
from missions.selectors.games import can_be_followed
from missions.selectors.mission_games import (
    BY_STAFF,
    BY_UNITS,
    Party,
    commanded,
    gives_it_up_alone,
    may_leave_to_staff,
    parties,
    refuse_to_begin,
)
from missions.selectors.parts import claimed, has_part

MOST_HOURS = 24 * 7


@dataclass(frozen=True, slots=True, kw_only=True)
class SideChoice:
    """Who shall decide for a side, and how the staff does wherever it decides for it."""

    who: str
    """``commander``, ``units`` or ``staff``."""
    level: str = USUAL_LEVEL
    doctrine: str = ""
    """Empty: as its orders say."""


def begin_mission(
    *, actor: User, mission: Mission, key: UUID, choices: Mapping[Side, SideChoice], terms: GameTerms
) -> Game:
    """Begin a mission's game, its orders being open. One that is under way is joined, not doubled.

    A side that is left out of ``choices`` is decided for in the usual way.
    """
    with locked_mission(mission) as mission:
        if (found := open_game(mission)) is not None:
            return found
        member = viewer(mission.campaign, actor)
        if member is None or not member.may(Role.COMMANDER):
            raise Refusal("A commander or an umpire has the mission flown on screen.")
        refuse_to_begin(mission)
        refuse_key_of_another(mission, key)
        if terms.hours is not None and not 1 <= terms.hours <= MOST_HOURS:
            raise Refusal("A decision is given an hour at least and a week at most.", "hours")
        context = context_of(mission)
        seats = [
            seat
            for party in parties(mission, member)
            for seat in _seats(party, choices.get(party.side, SideChoice(who=party.ways[0])))
        ]
        if mission.is_told_and_confirmed and not member.may(Role.UMPIRE):
            _refuse_staffs_side(seats)
        game = games.begin(
            actor=actor,
            key=key,
            system=context.pack.system,
            setup=setups.setup(context),
            seats=seats,
            terms=terms,
            mission=mission,
        )
        tell_of(mission, "game-begun", str(game.pk), actor=actor, data={"game": game.pk})
        return game


def _seats(party: Party, choice: SideChoice) -> Iterator[SeatPlan]:
    """A side's chair, and those of its units."""
    if choice.who not in party.ways:
        raise Refusal(_why_not(party, choice.who), f"who-{party.side}")
    level, doctrine = (choice.level, choice.doctrine) if party.is_to_say else (USUAL_LEVEL, "")
    own = SeatPlan(side=party.side, level=level, doctrine=doctrine or party.doctrine)
    by_its_word = choice.who == BY_STAFF and not party.seat.is_staff
    yield own if by_its_word else replace(own, seat=party.seat)  # a seat that is filled later decides from then on
    if choice.who == BY_UNITS:
        for unit, man in party.men.items():
            yield replace(own, unit=unit, man=man)


def _refuse_staffs_side(seats: Sequence[SeatPlan]) -> None:
    """Its result stands unconfirmed because people of both sides decide in it."""
    if {seat.side for seat in seats if seat.is_somebodys} != {seat.side for seat in seats}:
        raise Refusal(
            "In this campaign an umpire approves results: only an umpire begins a game in which the staff decides for "
            "a whole side."
        )


def _why_not(party: Party, who: str) -> str:
    match who:
        case "commander":
            return f"The staff commands the {party.title} side."
        case "units":
            return f"No man who flies for the {party.title} side is anybody’s own."
        case "staff":
            return (
                f"{party.commander} commands the {party.title} side: its decisions are not yours to leave to the staff."
            )
    return f"Say who decides for the {party.title} side."


def leave_to_staff(*, actor: User, game: Game) -> Game:
    """By an umpire's word the staff flies a mission's game to its end, for all who decide in it now.

    Refuses one who plays in it against somebody else: he leaves his own side to it, as anybody may.
    """
    with locked_game(game) as table:
        assert table.row.mission is not None, "a mission's"
        campaign = table.row.mission.campaign
        refuse_unless_umpire(campaign, actor)
        refuse_if_over(table.row)
        member, mission = viewer(campaign, actor), table.row.mission
        sides = claimed(table.row, mission, commanded(mission))
        if member is None or not may_leave_to_staff(
            member,
            table.controllers,
            has_part=has_part(table.row, mission, member, table.controllers),
            claimed=sides,
        ):
            raise Refusal(
                "You have a part in this game, and others decide in it too. In the cockpit you may leave your own side "
                "to the staff; for theirs it takes their word, or that of an umpire who has no part."
            )
        for controller in table.controllers:
            controller.rests_of = controller.person
            controller.save(update_fields=["rests_of"])
        table.seat_again()
        return table.row


def give_up(*, actor: User, game: Game, is_meant: bool = True) -> Game:
    """Say that the game is to be given up: that of an umpire without a part in it ends it, or of all who command.

    ``is_meant``: no longer, if not. The mission is then flown otherwise, by the orders that it has. One that is over
    may be given up too, if the rules of today cannot follow it to its result.
    """
    assert game.mission is not None, "a mission's"
    with locked_mission(game.mission) as mission:
        row = Game.objects.select_for_update().get(pk=game.pk)
        if row.status != Game.Status.OVER or has_landed(row) or can_be_followed(row):
            refuse_if_over(row)
        controllers = list(row.controllers.with_people())
        member = viewer(mission.campaign, actor)
        if member is None or not (member.commands or member.may(Role.UMPIRE)):
            raise Refusal("Whoever commands a side and the umpires give a game up.")
        sides = claimed(row, mission, commanded(mission))
        alone = gives_it_up_alone(
            member,
            has_part=has_part(row, mission, member, controllers),
            claimed=sides,
            is_under_way=row.status == Game.Status.PLAYING,
        )
        if not (alone or member.commands):
            raise Refusal(
                "You have a part in this game: those who command its sides give it up, or an umpire who has none."
            )
        for controller in controllers:
            if not controller.unit and controller.side in member.commands:
                controller.gives_up_of = actor if is_meant else None
                controller.save(update_fields=["gives_up_of"])
        said = {each.side for each in controllers if each.gives_up}
        if is_meant and (alone or said >= sides):
            end_without_result(row)
            tell_of(mission, "game-given-up", str(row.pk), actor=actor, data={"how": "ended"})
        elif is_meant:
            for side in sorted(sides - said):
                tell_of(mission, "game-given-up", str(row.pk), side, actor=actor, side=side, data={"how": "asked"})
        return row
