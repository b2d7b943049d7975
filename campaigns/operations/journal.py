"""The journal: writing entries in batches, and what they say in sums.

Entries are never changed. What counts is what is *in force*: entries that neither reverse another nor are
reversed; ``campaigns.standing`` folds them in the order of moment and number. What each kind
says is in ``campaigns.standing.kinds``.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeAlias

from django.contrib.auth.models import User
from django.db.models import Max, QuerySet
from django.utils import timezone

from campaigns.models import Campaign, Entry, Itself, Pilot
from campaigns.selectors.standings import folding_with
from campaigns.standing import Folding, Line, NewLine, Standing
from campaigns.standing.kinds import NAMING_PEOPLE
from campaigns.standing.said import Said
from config.common.prepared import Prepared, number
from notices.operations import outbox

Signer: TypeAlias = User | Itself | None
"""Who did it, or what it happened by; ``None``: the engine's staff."""


def name_of(signer: Signer) -> str:
    """What a signer is called; empty: the engine's staff."""
    if signer is None:
        return ""
    return signer.label if isinstance(signer, Itself) else signer.get_username()


class Batch:
    """The entries of one operation. Made under the campaign's lock; ``write()`` ends it."""

    def __init__(self, campaign: Campaign, signer: Signer, onto: Folding | None = None) -> None:
        """``onto``: the journal as folded under this lock, which ``after`` carries on instead of folding it again."""
        self.onto = onto
        self.id = uuid.uuid4()
        self.at: datetime = timezone.now()
        self._campaign = campaign
        self._actor, self._by = None if isinstance(signer, Itself) else signer, name_of(signer)
        self._entries: list[Entry] = []
        last, mission = _LAST.first(campaign=campaign.pk) or (0, None)
        self.last: int = last
        """Number of the journal's last entry before this batch."""
        self._next = self.last + 1
        self._now = 2 * (mission or 0) + 1

    def add(
        self,
        said: Said,
        *,
        side: str = "",
        mission: int | None = None,
        pilot: Pilot | None = None,
        pilot_id: int | None = None,
        moment: int | None = None,
    ) -> None:
        """``moment`` left out: of an entry about a mission that mission's, of any other the campaign's latest."""
        if moment is None:
            moment = self._now if mission is None else 2 * mission
        self.put(
            NewLine.saying(said, side=side, mission=mission, pilot_id=pilot.pk if pilot else pilot_id, moment=moment)
        )

    def put(self, line: Line, reverses: Entry | None = None) -> None:
        """Add a line that was worked out before."""
        self._entries.append(
            Entry(
                campaign=self._campaign,
                number=self._next,
                batch=self.id,
                actor=self._actor,
                by=self._by,
                at=self.at,
                moment=line.moment,
                kind=line.kind,
                side=line.side,
                mission=line.mission,
                pilot_id=line.pilot_id,
                data=dict(line.data),
                reverses=reverses,
            )
        )
        self._next += 1

    def reverse(self, entry: Entry) -> None:
        """Take back ``entry``: a new one with the same content that reverses it."""
        self.put(entry, reverses=entry)

    @property
    def added(self) -> list[Line]:
        """What will count once it is written."""
        return [entry for entry in self._entries if entry.reverses_id is None]

    @property
    def taken_back(self) -> set[int]:
        """Numbers of the entries that will no longer count."""
        return {entry.reverses.number for entry in self._entries if entry.reverses is not None}

    def tell(self, kind: str, data: Mapping[str, Any], *, about: str = "", person: User | None = None) -> None:
        """Tell everybody of the campaign, or one ``person``, what it does; ``about``: which of several such things."""
        key = f"{self._campaign.pk} {self.id} {about}" if about else f"{self._campaign.pk} {self.id}"
        outbox.tell(kind, key, campaign=self._campaign, person=person, actor=self._actor, data=data)

    def write(self) -> None:
        Entry.objects.bulk_create(self._entries)
        self._entries = []


_LAST = Prepared(
    lambda: (
        Entry.objects.filter(campaign=number("campaign"))
        .order_by()
        .values("campaign")
        .annotate(last=Max("number"), of=Max("mission"))
        .values_list("last", "of")
    )
)
"""Number of the last entry and of the last mission that one is about; nothing of a journal without any."""


def anonymise(user: User, name: str) -> None:
    """From now on the entries that ``user`` wrote are ``name``'s.

    The one door past the law that entries are never changed, for a person who asks to be forgotten
    (``accounts.operations.accounts.close``). Who did something is all that it touches, which nothing is folded from.
    """
    QuerySet(Entry).filter(actor=user).update(by=name)
    for key in ("who", "whose"):
        about: QuerySet[Entry] = QuerySet(Entry).filter(kind__in=NAMING_PEOPLE, **{f"data__people__{key}": user.pk})
        for entry in about:
            QuerySet(Entry).filter(pk=entry.pk).update(data={**entry.data, key: name})


def after(campaign: Campaign, batch: Batch) -> Standing:
    """What it will have come to once ``batch`` is written. No query if the batch carries a fold on."""
    if batch.onto is not None and not batch.taken_back and batch.onto.carry_on(batch.added):
        return batch.onto.standing
    return folding_with(campaign, batch.added, without=batch.taken_back).standing
