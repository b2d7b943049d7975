"""The writers of who sees a person's record, and their rating."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from accounts.models import NOBODY, SeenBy, ShownRating, ShownRecord
from config.common.refusals import Refusal


def show(*, user: User, seen_by: str) -> None:
    """Let others see one's own record: ``nobody``, ``club`` or ``everyone``. The same again changes nothing."""
    _show(ShownRecord, user, seen_by, "seen_by")


def show_rating(*, user: User, seen_by: str) -> None:
    """The same of how one is rated."""
    _show(ShownRating, user, seen_by, "rating_seen_by")


def _show(kind: type[ShownRecord | ShownRating], user: User, seen_by: str, field: str) -> None:
    if seen_by not in (NOBODY, *SeenBy.values):
        raise Refusal("Choose one of these.", field)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if seen_by == NOBODY:
            kind.objects.filter(user=user).delete()
        else:
            kind.objects.update_or_create(user=user, defaults={"seen_by": seen_by})
