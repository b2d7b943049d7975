"""The writer of who sees a person's record."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from accounts.models import NOBODY, ShownRecord
from config.common.refusals import Refusal


def show(*, user: User, seen_by: str) -> None:
    """Let others see one's own record: ``nobody``, ``club`` or ``everyone``. The same again changes nothing."""
    if seen_by not in (NOBODY, *ShownRecord.SeenBy.values):
        raise Refusal("Choose one of these.", "seen_by")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if seen_by == NOBODY:
            ShownRecord.objects.filter(user=user).delete()
        else:
            ShownRecord.objects.update_or_create(user=user, defaults={"seen_by": seen_by})
