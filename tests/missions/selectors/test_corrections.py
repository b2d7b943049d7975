"""What of a correction's preview is for whose eyes."""

from __future__ import annotations

from campaigns.access import Viewer
from campaigns.models import Campaign, Role
from campaigns.standing.compare import Difference
from missions.selectors.corrections import seen

CHANGES = (
    Difference("points", "Both may know."),
    Difference("man", "Theirs.", "allied"),
    Difference("man", "Theirs.", "axis"),
)


def of_sides(campaign: Campaign, *commands: str) -> set[str]:
    viewer = Viewer(1, is_owner=False, role=Role.COMMANDER, commands=frozenset(commands), is_umpire=False)
    return {change.side for change in seen(campaign, viewer, CHANGES)}


def test_a_side_sees_what_is_not_the_other_sides_secret() -> None:
    campaign = Campaign()
    assert of_sides(campaign, "allied") == {"", "allied"}
    assert of_sides(campaign) == {""}
    assert of_sides(campaign, "allied", "axis") == {"", "allied", "axis"}
    assert of_sides(Campaign(status=Campaign.Status.FINISHED)) == {"", "allied", "axis"}
