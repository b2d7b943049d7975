"""What a pack says aircraft are worth."""

from __future__ import annotations

from campaigns.packs.schema import Points, Scoring


def points_by_class(scoring: Scoring) -> dict[str, Points]:
    """What an aircraft of each class is worth that the pack gives points for."""
    classes = {
        "fighter": scoring.fighter,
        "light-bomber": scoring.light_bomber,
        "medium-bomber": scoring.medium_bomber,
        "heavy-bomber": scoring.heavy_bomber,
    }
    return {kind: points for kind, points in classes.items() if points is not None}
