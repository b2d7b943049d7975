"""The writers of results that somebody has begun to tell: kept for them alone until stored or thrown away.

A draft is no act of the campaign: the journal never hears of it, nobody is told, and its file does not hold it. It goes
with the mission, and with the account of who filled it in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.access import viewer
from campaigns.models import Role
from campaigns.operations.campaigns import locked
from config.common.refusals import Refusal
from missions.models import Flight, Mission, ResultDraft, Skirmish, SkirmishTelling, Submission
from missions.operations.skirmishes import locked_own
from missions.operations.under_lock import locked_mission
from missions.selectors.result_drafts import orders_version
from missions.selectors.skirmish_tables import why_not_told as why_skirmish_not_told
from missions.selectors.submissions import why_not_told

LARGEST: Final = 100_000
"""Letters of a draft as JSON: the largest mission takes a third of them."""


def keep(
    *,
    actor: User,
    mission: Mission,
    table_number: int,
    answers: Mapping[str, Sequence[str]],
    key: UUID | None,
    expected_version: str,
) -> ResultDraft | None:
    """Keep what somebody has filled in so far, in the place of what they had kept of this table before.

    ``answers`` may be unfinished or wrong; ``expected_version`` is the version of the stored result that the page came
    with. A page that has been stored by now (``key``) is kept no more: ``None``.
    """
    with locked_mission(mission) as mission:
        member = viewer(mission.campaign, actor)
        least = Role.PILOT if mission.is_told_and_confirmed else Role.COMMANDER
        if member is None or not member.may(least):
            raise Refusal(f"Only a {least.label.lower()} of this campaign tells how a mission went.")
        if why := why_not_told(mission, table_number):
            raise Refusal(why)
        if _is_stored(mission, key):
            return None
        kept = _kept(answers)
        return ResultDraft.objects.update_or_create(
            mission=mission,
            table=table_number,
            by=actor,
            defaults={
                "answers": kept,
                "seen": _text(expected_version)[:100],
                "orders": orders_version(mission),
                "at": timezone.now(),
            },
        )[0]


def keep_of_skirmish(
    *, actor: User, skirmish: Skirmish, answers: Mapping[str, Sequence[str]], key: UUID | None, expected_version: str
) -> ResultDraft | None:
    """The same of a skirmish that is played at a table; whoever set it up tells how it went."""
    with transaction.atomic():
        found = locked_own(actor).filter(pk=skirmish.pk).first()
        if found is None:
            raise Refusal("Whoever set a skirmish up tells how it went.")
        if why := why_skirmish_not_told(found):
            raise Refusal(why)
        if key is not None and SkirmishTelling.objects.filter(skirmish=found, key=key).exists():
            return None
        said = {"answers": _kept(answers), "seen": _text(expected_version)[:100], "at": timezone.now()}
        return ResultDraft.objects.update_or_create(skirmish=found, by=actor, defaults=said)[0]


def discard_of_skirmish(*, actor: User, skirmish: Skirmish) -> bool:
    """Throw away what somebody has kept of a skirmish; returns whether there was anything."""
    return bool(ResultDraft.objects.filter(skirmish=skirmish, by=actor).delete()[0])


def _kept(answers: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The answers as they are kept. Refuses what no page has."""
    kept = {name: [_text(value) for value in values] for name, values in answers.items()}
    if len(json.dumps(kept)) > LARGEST:
        raise Refusal("This is more than is kept of a page. Shorten the line for the log.", "notes")
    return kept


def discard(*, actor: User, mission: Mission, table_number: int) -> bool:
    """Throw away what somebody has kept of a table; returns whether there was anything."""
    with locked(mission.campaign_id):
        return bool(ResultDraft.objects.filter(mission=mission, table=table_number, by=actor).delete()[0])


def _text(sent: str) -> str:
    """Without the sign that no text has and PostgreSQL does not take."""
    return sent.replace("\0", "")


def _is_stored(mission: Mission, key: UUID | None) -> bool:
    if key is None:
        return False
    live = Submission.objects.filter(mission=mission, key=key).exclude(status=Submission.Status.WITHDRAWN)
    return live.exists() or Flight.objects.filter(mission=mission, key=key).exists()
