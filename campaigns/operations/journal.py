"""The journal: writing entries in batches, and what they say in sums.

Entries are never changed. What counts is what is *in force*: entries that neither reverse another nor are
reversed; ``campaigns.standing`` folds them in the order of moment and number. Keys of ``data`` by kind (those in
brackets only where there is something to say):

Of a mission:

- ``drawn``: key, title, date, place, stage (its title), cards (list of {number, face, colour}), skilled {side: name},
  period (0: none), chosen (the side that chose it, or "") [paper: it was flown before the campaign came here]
  [operation {name, began, points {allied, axis}, grade {allied, axis}, text}: it counts as this mission, key is ""]
- ``resource``: key, title [cost, of an operation]
- ``sortie``: unit, seat, aircraft, class, status, exit, hits, cause, over_target, jettisoned, role, load, struck,
  cargo, mines, recon, fuel (from ``role`` on missing in entries of an earlier time) [number: the one that its unit
  goes by, if not as they are counted; airframe (its code), squadron; damaged: enemy aircraft that it Damaged and did
  not destroy too, where careers are kept]
- ``kill``: unit, seat, aircraft (the victor's), victim {unit, seat, aircraft} [share: [1, n], of n men]
- ``target``: name, damage, level, points [ship]
- ``points``: points, section, reason, and what they are for: unit, seat, aircraft (empty if no aircraft is meant)
- ``fate``: unit, seat, aircraft, airframe, card {number, face}, result (its Bomb result), fuel_tank, ground, fate,
  missions_out
- ``search`` (of a missing man, at this mission's debrief): card, result, fate
- ``debriefed``: way, turns, duration, effects, points {allied, axis}, notes (duration and effects may be missing)
  [corrected: true, of a result that an umpire corrected; entries of an earlier time say of one that the engine flew
  that its way was the table]
- ``voided``: reason
- ``ruling``: kill (number of the entry), verdict (confirmed, denied, shared), with (man with whom it is shared, or
  none), reason

Of the campaign:

- ``started``: pack, version
- ``period``: number, first, last, stage (its key), card {number, face, colour} or none, weather (title) or none
- ``skill``: code
- ``decorated``: name, reason
- ``change``: what, reason, and by what it is the keys that ``campaigns.operations.changes`` writes
- ``resolved``: conflict (its key), how (accept, substitute), reason [mission, unit, seat, airframe or pilot; who: what
  that is called, whose: what it took the place of]
- ``pack``: version, from
- ``note``: text; about a mission or none, for a side's eyes or for everybody's
- ``seat``: how (given, invited, joined, left, taken-away, stand-in, stand-in-ended, handed-over), role (a ``Role`` in
  small letters, or owner), who (a user's name) [whose: who held it before, or for whom he stands in; squadron; until:
  of a stand-in], people {who, whose}: keys of their accounts,
  which a campaign's file leaves out
- ``orders``, about a mission: how (kept, withdrawn) of sealed orders whose signer had left, who (signed them) [people]
- ``terms``: changed {field of ``campaigns.models.terms``: [old, new]}
- ``named``: was, name [reason]; or who: the player whose man he is from now on, "" if nobody's [people]. It counts from
  the beginning, whenever it is said.
- ``finished``: missions, points {allied, axis}, margin (allied less axis), least, grade {allied, axis}, text
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
from campaigns.selectors.definitions import definition
from campaigns.selectors.standings import lines_of, men_of
from campaigns.standing import Folding, Line, NewLine, Standing, fold

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
        last = campaign.entries.aggregate(number=Max("number"), mission=Max("mission"))
        self._next = (last["number"] or 0) + 1
        self._now = 2 * (last["mission"] or 0) + 1

    def add(
        self,
        kind: Entry.Kind,
        data: Mapping[str, Any],
        *,
        side: str = "",
        mission: int | None = None,
        pilot: Pilot | None = None,
        pilot_id: int | None = None,
        moment: int | None = None,
        reverses: Entry | None = None,
    ) -> None:
        """``moment`` left out: of an entry about a mission that mission's, of any other the campaign's latest."""
        self._entries.append(
            Entry(
                campaign=self._campaign,
                number=self._next,
                batch=self.id,
                actor=self._actor,
                by=self._by,
                at=self.at,
                moment=moment if moment is not None else self._now if mission is None else 2 * mission,
                kind=kind,
                side=side,
                mission=mission,
                pilot_id=pilot_id if pilot is None else pilot.pk,
                data=dict(data),
                reverses=reverses,
            )
        )
        self._next += 1

    def put(self, line: NewLine) -> None:
        """Add a line that was worked out before."""
        self.add(
            Entry.Kind(line.kind),
            line.data,
            side=line.side,
            mission=line.mission,
            pilot_id=line.pilot_id,
            moment=line.moment,
        )

    def reverse(self, entry: Entry) -> None:
        """Take back ``entry``: a new one with the same content that reverses it."""
        self.add(
            Entry.Kind(entry.kind),
            entry.data,
            side=entry.side,
            mission=entry.mission,
            pilot_id=entry.pilot_id,
            moment=entry.moment,
            reverses=entry,
        )

    @property
    def added(self) -> list[Line]:
        """What will count once it is written."""
        return [entry for entry in self._entries if entry.reverses_id is None]

    @property
    def taken_back(self) -> set[int]:
        """Numbers of the entries that will no longer count."""
        return {entry.reverses.number for entry in self._entries if entry.reverses is not None}

    def write(self) -> None:
        Entry.objects.bulk_create(self._entries)
        self._entries = []


def anonymise(user: User, name: str) -> None:
    """From now on the entries that ``user`` wrote are ``name``'s.

    The one door past the law that entries are never changed, for a person who asks to be forgotten
    (``accounts.operations.close``). Who did something is all that it touches, which nothing is folded from.
    """
    QuerySet(Entry).filter(actor=user).update(by=name)
    for key in ("who", "whose"):
        about: QuerySet[Entry] = QuerySet(Entry).filter(
            kind__in=(Entry.Kind.SEAT, Entry.Kind.NAMED, Entry.Kind.ORDERS), **{f"data__people__{key}": user.pk}
        )
        for entry in about:
            QuerySet(Entry).filter(pk=entry.pk).update(data={**entry.data, key: name})


def after(campaign: Campaign, batch: Batch) -> Standing:
    """What it will have come to once ``batch`` is written. No query if the batch carries a fold on."""
    if batch.onto is not None and not batch.taken_back and batch.onto.carry_on(batch.added):
        return batch.onto.standing
    lines = lines_of(campaign, without=batch.taken_back)
    return fold(definition(campaign.pack), men_of(campaign), [*lines, *batch.added])
