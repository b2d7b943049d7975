"""Plans on their way to a signature: squadron leaders' parts, and what a commander has not finished.

A draft is as secret as orders and bound by the same hours: nobody changes one after the deadline, or once the orders
have been opened or flown.
"""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import viewer
from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from missions.access import may_draft, may_plan
from missions.flights import context
from missions.models import Draft, Mission
from missions.operations.orders import refuse_unless_planning
from missions.operations.under_lock import locked_mission, tell_of
from missions.planning.choices import Choices
from missions.planning.orders import SideOrders, read
from missions.planning.squadron_parts import merged, sketched, validated_part
from missions.planning.validation import validated
from missions.selectors.drafts import handed_in


def save_draft(
    *,
    actor: User,
    mission: Mission,
    side: Side,
    document: object,
    squadron: str = "",
    hand_in: bool = False,
    expected_version: str | None = None,
) -> Draft:
    """Keep a plan that is not signed: the part of ``squadron``, or, without one, the whole side's.

    ``hand_in``: it is given to the commander, and must hold as far as it can be told alone; else it may be unfinished,
    and a part that was handed in is taken back. ``expected_version`` is the ``Draft.version`` that the page came with,
    empty if there was none: what somebody else has saved since is not overwritten.
    """
    with locked_mission(mission) as mission:
        member = viewer(mission.campaign, actor)
        if member is None or not may_draft(member, side, squadron):
            raise Refusal(
                "That squadron is not yours to plan for: its own leader does."
                if squadron
                else "You neither command this side nor draft its plan."
            )
        if mission.is_on_paper:
            raise Refusal("This mission has been flown on paper: who flew is entered, not planned.")
        refuse_unless_planning(mission)
        _refuse_if_saved_since(mission, side, squadron, expected_version)
        choices = context.choices(mission, side)
        plan = read(document)
        checked = _checked(choices, squadron, plan) if hand_in else sketched(choices, squadron, plan)
        draft = _keep(mission, side, squadron, checked, actor, hand_in=hand_in)
        if hand_in:
            _tell_of_part(mission, side, draft, choices, actor)
        return draft


def take_over(
    *,
    actor: User,
    mission: Mission,
    side: Side,
    base: SideOrders | None,
    squadrons: Collection[str],
    expected_version: str | None = None,
) -> Draft:
    """Put the parts of ``squadrons`` that have been handed in into the side's draft, in the place of what it had.

    ``base`` is the plan as the commander has it before him, ``expected_version`` the version of the draft that it came
    with. Of two parts that want one unit, the one handed in first has it (``squadron_parts.clashes`` tells of both).
    """
    with locked_mission(mission) as mission:
        member = viewer(mission.campaign, actor)
        if member is None or mission.is_on_paper or not may_plan(mission, member, side):
            raise Refusal("You do not command this side.")
        refuse_unless_planning(mission)
        _refuse_if_saved_since(mission, side, "", expected_version)
        handed = handed_in(mission, side)
        wanted = [part for part in handed if part.squadron in squadrons]
        if not wanted:
            raise Refusal("No such part has been handed in.")
        plan = merged(sketched(context.choices(mission, side), "", base) if base else None, wanted)
        return _keep(mission, side, "", plan, actor, hand_in=False)


def _refuse_if_saved_since(mission: Mission, side: Side, squadron: str, expected_version: str | None) -> None:
    found = Draft.objects.filter(mission=mission, side=side, squadron=squadron).select_related("by").first()
    if expected_version is not None and expected_version != (found.version if found else ""):
        who = found.by.get_username() if found else "Somebody"
        raise Refusal(f"{who} has saved this plan since you opened the page. Open it again to see it.")


def _checked(choices: Choices, squadron: str, plan: SideOrders) -> SideOrders:
    return validated_part(choices, squadron, plan) if squadron else validated(choices, plan)


def _keep(mission: Mission, side: Side, squadron: str, plan: SideOrders, actor: User, *, hand_in: bool) -> Draft:
    now = timezone.now()
    return Draft.objects.update_or_create(
        mission=mission,
        side=side,
        squadron=squadron,
        defaults={"document": plan.as_json(), "by": actor, "at": now, "handed_in_at": now if hand_in else None},
    )[0]


def _tell_of_part(mission: Mission, side: Side, draft: Draft, choices: Choices, actor: User) -> None:
    squadron = choices.pool.squadron(draft.squadron) if choices.pool else None
    title = squadron.title if squadron else "the whole side"
    tell_of(mission, "part-in", side, draft.squadron, draft.version, actor=actor, side=side, data={"squadron": title})
