"""Who may see and do what in a club. Views get a club here and nowhere else.

Strangers get 404, so that numbers cannot be probed; members whose role falls short get 403.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from clubs.models import Club, ClubRole, Membership
from clubs.selectors.endings import why_closed
from config.common.prepared import Prepared, number
from config.common.web import MemberRequest


def club_or_404(
    request: MemberRequest, pk: int, *, at_least: ClubRole = ClubRole.READER, to_write: bool = False
) -> tuple[Club, Membership]:
    """The club and the signed-in person's place in it. 404 to strangers, 403 if the role falls short. One query.

    ``to_write``: for a page that is nothing but its form, which an archived club does not show: 403. What has been
    sent goes to its operation all the same, whose refusal leaves what was typed in the form.

    From here on the request tells times by the club's clock.
    """
    membership = _MEMBERSHIP.first(club=pk, user=request.user.pk)
    if membership is None:
        raise Http404("There is no such club among yours.")
    membership.user = request.user
    if not membership.ranks(at_least):
        roles = " and ".join(f"{role.label.lower()}s" for role in sorted(ClubRole) if role >= at_least)
        raise PermissionDenied(f"Only {roles} of this club may do that.")
    if to_write and membership.club.is_archived and request.method != "POST":
        raise PermissionDenied(why_closed(membership.club))
    timezone.activate(membership.club.time_zone)
    return membership.club, membership


_MEMBERSHIP = Prepared(
    lambda: Membership.objects.filter(club=number("club"), user=number("user")).order_by().select_related("club")
)


def run_by(user: User) -> list[Club]:
    """The clubs for which somebody may start campaigns, by name; none that is archived. One query."""
    return list(Club.objects.filter(members__user=user, members__role__gte=ClubRole.UMPIRE, archived_at=None))
