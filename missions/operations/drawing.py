"""The next mission: a period begins, a mission is drawn, chosen or entered from paper."""

from __future__ import annotations

import datetime
from typing import Literal

from django.contrib.auth.models import User

from campaigns.access import refuse_unless_for, refuse_unless_umpire
from campaigns.models import Campaign, Pilot, Role, Seat
from campaigns.operations.campaigns import grade_and_close, locked
from campaigns.operations.journal import Batch
from campaigns.operations.pilots import staff_skills
from campaigns.packs import PackDefinition
from campaigns.packs import planning as cards
from campaigns.packs.planning import DrawnMission
from campaigns.packs.schema import SIDES
from campaigns.packs.schema import Side as SideName
from campaigns.selectors import standings
from campaigns.selectors.sides import side_titles
from campaigns.sequence import draws
from campaigns.standing import Folding, Standing
from campaigns.standing.kinds import Drawn
from campaigns.standing.questions import missions_left
from config.common import seeds
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Mission
from missions.operations.orders import sign
from missions.operations.under_lock import tell_of
from missions.planning import staff
from missions.planning.orders import SideOrders
from missions.planning.validation import validated


def open_period(*, actor: User, campaign: Campaign, weather: str | None = None) -> None:
    """Begin the next period: a card gives its weather, and replacements, repairs and events follow. [SUP 27 steps 1-2]

    ``weather`` is the title of its weather, of a campaign brought in from paper; only the umpire gives it.
    """
    with locked(campaign.pk) as campaign:
        folding = standings.folding_of(campaign)
        standing = folding.standing
        refuse_unless_between(campaign, standing)
        if not standing.pack.has_periods:
            raise Refusal("This campaign has no periods.")
        if standing.period is not None and not standing.period.is_over:
            left = standing.period.missions - len(standing.period.flown)
            raise Refusal(f"The period has {left} more Missions to fly before the next begins. [SUP 27]")
        if weather is not None:
            refuse_unless_umpire(campaign, actor)
        try:
            line = draws.period_line(standing.pack, standing, campaign.seed, weather)
        except KeyError:
            raise Refusal("There is no such weather in this stage.", "weather") from None
        batch = Batch(campaign, actor, onto=folding)
        if weather is None:
            for skill in staff_skills(standing, list(_staff_sides(campaign)), campaign.seed, standings.now(standing)):
                batch.put(skill)
        batch.put(line)
        grade_and_close(campaign, batch)
        batch.write()


def draw_mission(*, actor: User, campaign: Campaign) -> Mission:
    """Draw the campaign's next mission and store its seed; the staff plans for its sides at once.

    [WBY 24.3 C1, SUP 25, 27 step 3] Where a side chooses, its staff does; a person is asked (``choose_mission``).
    """
    with locked(campaign.pk) as campaign:
        folding, side = _drawable(campaign)
        pack, standing = folding.standing.pack, folding.standing
        if side is None:
            return _begin(actor, campaign, folding, draws.next_mission(pack, standing, campaign.seed))
        if side not in _staff_sides(campaign):
            raise Refusal(f"The {side_titles(pack)[side]} side chooses this Mission. [SUP 27 step 3]")
        return _begin(actor, campaign, folding, draws.chosen_by_staff(pack, standing, campaign.seed), chosen=side)


def choose_mission(*, actor: User, campaign: Campaign, key: str) -> Mission:
    """The side that the stage lets choose takes a Mission from its table. [SUP 27 step 3]"""
    with locked(campaign.pk) as campaign:
        folding, side = _drawable(campaign)
        standing = folding.standing
        if side is None:
            raise Refusal("A card draws this Mission: nobody chooses it.")
        refuse_unless_for(campaign, actor, side)
        try:
            drawn = draws.next_mission(standing.pack, standing, campaign.seed, key)
        except KeyError:
            raise Refusal("This Mission cannot be chosen now. Choose one of those in the table.", "mission") from None
        return _begin(actor, campaign, folding, drawn, chosen=side)


def draw_on_paper(*, actor: User, campaign: Campaign, key: str, date: datetime.date) -> Mission:
    """Enter a mission that was flown on paper before the campaign came here: which it was, and when.

    For both sides the staff puts down what it would have done; the umpires sign what was flown instead
    (``sign_orders``). The result is recorded and debriefed as of any mission at the table.
    """
    with locked(campaign.pk) as campaign:
        refuse_unless_umpire(campaign, actor)
        folding, _ = _drawable(campaign)
        try:
            drawn = draws.named(folding.standing.pack, folding.standing, key, date)
        except KeyError:
            raise Refusal("This Mission cannot be the next: choose one of its stage’s table.", "mission") from None
        except ValueError as problem:
            raise Refusal(str(problem), "date") from None
        return _begin(actor, campaign, folding, drawn, paper=True)


def refuse_unless_between(campaign: Campaign, standing: Standing) -> None:
    """Nothing new begins in a campaign that is over, or while a mission is under way."""
    if campaign.is_finished:
        raise Refusal("The campaign is over: there is no mission left to draw.")
    if standings.is_under_way(standing):
        number = max(standing.missions)
        raise Refusal(f"Mission {number} is not debriefed yet. Finish it before going on.")


def _drawable(campaign: Campaign) -> tuple[Folding, SideName | None]:
    """The campaign, folded, and the side that chooses its next mission; ``None`` if a card or the pack's order does."""
    folding = standings.folding_of(campaign)
    standing = folding.standing
    refuse_unless_between(campaign, standing)
    if not standing.pack.has_periods:
        return folding, None
    if standing.period is None or standing.period.is_over:
        raise Refusal("The period’s Missions have been flown: begin the next period first. [SUP 27]")
    return folding, standing.pack.stage_of_period(standing.period.number)[0].chosen_by


def _begin(
    actor: User,
    campaign: Campaign,
    folding: Folding,
    drawn: DrawnMission,
    *,
    chosen: SideName | Literal[""] = "",
    paper: bool = False,
) -> Mission:
    """Make the mission that has been drawn, and let the staff plan for its sides.

    On paper everything has been decided: the staff chooses no Skills, and puts down orders for both sides.
    """
    standing = folding.standing
    number = max(standing.missions, default=0) + 1
    sides = _staff_sides(campaign)
    batch = Batch(campaign, actor, onto=folding)
    if not paper:
        for skill in staff_skills(standing, list(sides), campaign.seed, standings.now(standing)):
            batch.put(skill)
    skilled = {} if paper else _draw_skilled(campaign, standing.pack, drawn.key, number)
    names = {side: pilot.name for side, pilot in skilled.items()}
    line = draws.drawn_line(standing.pack, standing, drawn, chosen=chosen, skilled=names, paper=paper)
    said = Drawn.of(line)
    mission = Mission.objects.create(
        campaign=campaign,
        number=number,
        key=drawn.key,
        period=said.period,
        title=said.title,
        date=said.date,
        place=said.place,
        seed=seeds.derive(campaign.seed, "mission", number),
        scenario={"stage": drawn.stage.key, "skilled": {side: pilot.pk for side, pilot in skilled.items()}}
        | ({"paper": True} if paper else {}),
        orders_due=None if paper else _due(campaign, batch.at),
    )
    batch.put(line)
    standing = grade_and_close(campaign, batch)
    batch.write()
    if not paper:
        tell_of(mission, "mission-drawn", actor=actor, data={"title": mission.title, "place": mission.place})
    for side in SIDES if paper else sides:
        sign(mission, side, by_staff(mission, side, standing), None)
    return mission


def _due(campaign: Campaign, drawn_at: datetime.datetime) -> datetime.datetime | None:
    """Until when orders are taken for a mission drawn now; ``None``: as long as they are not opened."""
    hours = campaign.orders_hours
    return None if hours is None else drawn_at + datetime.timedelta(hours=hours)


def by_staff(mission: Mission, side: SideName, standing: Standing) -> SideOrders:
    """What the staff would sign for a side as the campaign stands."""
    choices = context.planned_with(mission, side, standing)
    return validated(choices, staff.plan(choices, seed=mission.seed, missions_left=missions_left(standing)))


def _draw_skilled(campaign: Campaign, pack: PackDefinition, key: str, number: int) -> dict[SideName, Pilot]:
    """The skilled pilot or crew whom each side's card brings for this mission. [WBY 19.4]"""
    found: dict[SideName, Pilot] = {}
    taken = set(campaign.pilots.exclude(resource="").values_list("name", flat=True))
    for side in SIDES:
        chance = seeds.chance(campaign.seed, "skilled", number, side)
        drawn = cards.skilled_pilot_drawn(pack, key, side, chance, taken)
        if drawn is None:
            continue
        found[side], _ = Pilot.objects.get_or_create(
            campaign=campaign,
            side=side,
            name=drawn.name,
            defaults={
                "nation": drawn.nation,
                "service": drawn.service,
                "skills": list(drawn.skills),
                "on_roster": False,
            },
        )
    return found


def _staff_sides(campaign: Campaign) -> list[SideName]:
    taken = set(
        Seat.objects.filter(campaign=campaign, role=Role.COMMANDER, user__isnull=False).values_list("side", flat=True)
    )
    return [side for side in SIDES if side not in taken]
