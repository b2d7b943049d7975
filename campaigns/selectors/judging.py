"""Who judges the victories that men claim, and what verdicts he may give."""

from __future__ import annotations

from typing import Final

from campaigns.access import Viewer
from campaigns.models import Campaign, Pilot, Role
from config.common.refusals import Refusal

VERDICTS: Final = ("confirmed", "denied", "shared")
OF_AN_OPPONENT: Final = ("confirmed", "denied")
"""He knows whether he was shot down, but not how the other side's men are to share it."""
WHO: Final = "A claim is judged by the intelligence officer or commander of its side, by the other side or an umpire."


def verdicts_of(viewer: Viewer, side: str) -> tuple[str, ...]:
    """What ``viewer`` may say of a claim of ``side``'s; empty if it is none of his business."""
    if viewer.is_closed:
        return ()
    if viewer.may(Role.UMPIRE) or side in viewer.judges:
        return VERDICTS
    if viewer.sides and side not in viewer.sides:
        return OF_AN_OPPONENT
    return ()


def standing_in_words(viewer: Viewer, side: str) -> str:
    """As what he judges a claim of ``side``'s."""
    if side in viewer.judges:
        return "By the claimant’s own side."
    return "By the umpire." if viewer.ranks(Role.UMPIRE) else "By the other side."


def refuse_unless_judges(viewer: Viewer | None, side: str, verdict: str) -> None:
    """Whoever may not give this verdict on a claim of ``side``'s is told who may."""
    given = verdicts_of(viewer, side) if viewer is not None else ()
    if not given:
        raise Refusal(WHO)
    if verdict not in given:
        raise Refusal("A claim of the other side you may confirm or deny. Its own side says who shares it.", "verdict")


def refuse_own(campaign: Campaign, viewer: Viewer, pilot: Pilot, *, made_it: bool = False) -> None:
    """Nobody judges his own claim: one of his own man, or one that he ``made``. Who plays with nobody else must."""
    if (made_it or pilot.player_id == viewer.user_id) and _others_judge(campaign, viewer.user_id, pilot.side):
        raise Refusal("Nobody judges their own claim: it waits for somebody else.")


def _others_judge(campaign: Campaign, user_id: int, side: str) -> bool:
    """Somebody else could judge a claim of ``side``'s. No query when the seats are prefetched."""
    if campaign.owner_id != user_id:
        return True
    return any(
        seat.user_id not in (None, user_id)
        and (
            seat.role == Role.UMPIRE
            or (seat.side == side and seat.role in (Role.INTELLIGENCE, Role.COMMANDER))
            or (seat.side not in ("", side) and seat.role >= Role.PILOT)
        )
        for seat in campaign.seats.all()
    )
