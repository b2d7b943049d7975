"""What the page of a mission shows of its talk, its claims and what each side tells of it."""

from __future__ import annotations

from django import template
from django.template import Context

from campaigns.access import plays_alone, viewer
from campaigns.models import Role
from missions.models import Mission
from missions.selectors.after_action_reports import story_rows
from missions.selectors.claims import why_closed
from missions.selectors.comments import count

register = template.Library()


@register.inclusion_tag("missions/talk/of_mission.html", takes_context=True)
def mission_talk(context: Context, mission: Mission) -> dict[str, object]:
    """For whoever looks at the page. Two queries for a mission that ``mission_or_404`` fetched."""
    member = viewer(mission.campaign, context["request"].user)
    shown = {"mission": mission, "request": context["request"]}
    if member is None:
        return shown
    return shown | {
        "alone": plays_alone(mission.campaign),
        "comments": count(mission, member),
        "may_say": member.may(Role.READER),
        "stories": story_rows(mission, member),
        "may_claim": member.may(Role.PILOT) and not why_closed(mission),
        "has_claims": mission.orders_are_open and not mission.is_operation,
    }
