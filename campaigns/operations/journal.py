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
- ``change``: what, reason, and by what it is the keys that ``campaigns.changes`` writes
- ``resolved``: conflict (its key), how (accept, substitute), reason [mission, unit, seat, airframe or pilot; who: what
  that is called, whose: what it took the place of]
- ``pack``: version, from
- ``note``: text; about a mission or none, for a side's eyes or for everybody's
- ``seat``: how (given, invited, joined, left, taken-away, stand-in, stand-in-ended, handed-over), role (a ``Role`` in
  small letters, or owner), who (a user's name) [whose: who held it before, or for whom he stands in; squadron; until:
  of a stand-in], people {who, whose}: keys of their accounts,
  which a campaign's file leaves out
- ``orders``, about a mission: how (kept, withdrawn) of sealed orders whose signer had left, who (signed them) [people]
- ``terms``: changed {field of ``campaigns.terms``: [old, new]}
- ``named``: was, name [reason]; or who: the player whose man he is from now on, "" if nobody's [people]. It counts from
  the beginning, whenever it is said.
- ``finished``: missions, points {allied, axis}, margin (allied less axis), least, grade {allied, axis}, text
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, TypeAlias

from django.contrib.auth.models import User
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from campaigns.models import Campaign, Entry, Itself, Pilot, Side
from campaigns.standing.lines import Line, NewLine

Signer: TypeAlias = User | Itself | None
"""Who did it, or what it happened by; ``None``: the engine's staff."""


def name_of(signer: Signer) -> str:
    """What a signer is called; empty: the engine's staff."""
    if signer is None:
        return ""
    return signer.label if isinstance(signer, Itself) else signer.get_username()


class Batch:
    """The entries of one operation. Made under the campaign's lock; ``write()`` ends it."""

    def __init__(self, campaign: Campaign, signer: Signer) -> None:
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


def version(campaign: Campaign) -> str:
    """Differs whenever something has been written since: a preview is of one version of the journal."""
    return key_of(campaign.pk, campaign.entries.aggregate(number=Max("number"))["number"] or 0)


def key_of(campaign_id: int, number: int) -> str:
    """What a form calls an entry by: its number would tell how much has been written that one may not read."""
    return salted_hmac("campaigns.operations.journal", f"{campaign_id} {number}", algorithm="sha256").hexdigest()[:24]


def number_of(campaign: Campaign, key: str, among: Q) -> int:
    """The number of the entry of that key, of those that ``among`` chooses; 0: there is none. One query."""
    numbers = campaign.entries.filter(among).values_list("number", flat=True)
    return next((number for number in numbers if key_of(campaign.pk, number) == key), 0)


def in_force(campaign: Campaign) -> list[Entry]:
    """The entries that count, in order, with their pilots: one query."""
    return list(
        campaign.entries.filter(reverses__isnull=True, reversed_by__isnull=True)
        .select_related("pilot")
        .order_by("number")
    )


def of_kind(entries: Iterable[Entry], kind: Entry.Kind) -> list[Entry]:
    return [entry for entry in entries if entry.kind == kind]


def points(entries: Iterable[Entry], mission: int | None = None) -> dict[str, int]:
    """Victory Points by side, of the whole campaign or of one mission."""
    total = dict.fromkeys(Side.values, 0)
    for entry in of_kind(entries, Entry.Kind.POINTS):
        if mission is None or entry.mission == mission:
            total[entry.side] += entry.data["points"]
    return total


@dataclass(frozen=True, slots=True)
class TypeLosses:
    """What became of one type of aircraft."""

    side: str
    aircraft: str
    sorties: int = 0
    damaged: int = 0
    destroyed: int = 0


def losses(entries: Iterable[Entry]) -> list[TypeLosses]:
    """Sorties and losses by side and type, most destroyed first."""
    by_type: dict[tuple[str, str], TypeLosses] = {}
    for entry in of_kind(entries, Entry.Kind.SORTIE):
        key = (entry.side, entry.data["aircraft"])
        row = by_type.get(key) or TypeLosses(*key)
        by_type[key] = replace(
            row,
            sorties=row.sorties + 1,
            damaged=row.damaged + (entry.data["status"] == "damaged"),
            destroyed=row.destroyed + (entry.data["status"] == "destroyed"),
        )
    return sorted(by_type.values(), key=lambda row: (row.side, -row.destroyed, -row.sorties, row.aircraft))


def kills_by_type(entries: Iterable[Entry]) -> Counter[tuple[str, str]]:
    """Enemy aircraft that somebody shot down, by the victor's side and their type; one that is shared counts once."""
    down = {
        (entry.mission, victim["unit"], victim["seat"]): (entry.side, victim["aircraft"])
        for entry in of_kind(entries, Entry.Kind.KILL)
        for victim in [entry.data["victim"]]
    }
    return Counter(down.values())


class NotReconciled(AssertionError):
    """The journal contradicts itself or the rows beside it."""


def problems(campaign: Campaign) -> list[str]:
    """What is wrong with a campaign's journal, a sentence each; empty when it reconciles."""
    everything = list(campaign.entries.select_related("pilot", "reverses").order_by("number"))
    reversed_ids = {entry.reverses_id for entry in everything if entry.reverses_id is not None}
    force = [entry for entry in everything if entry.reverses_id is None and entry.pk not in reversed_ids]
    return [
        *_numbering(everything),
        *_reversals(everything),
        *_sorties_and_kills(force),
        *_debriefs(force),
        *_ending(campaign, force),
    ]


def assert_reconciled(campaign: Campaign) -> None:
    """Raise ``NotReconciled`` with every contradiction found."""
    campaign.refresh_from_db()
    if found := problems(campaign):
        raise NotReconciled("\n".join(found))


def _numbering(entries: Sequence[Entry]) -> Iterable[str]:
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        yield "The journal's numbers have a gap."
    heads: dict[uuid.UUID, tuple[int | None, datetime]] = {}
    for entry in entries:
        head = (entry.actor_id, entry.at)
        if heads.setdefault(entry.batch, head) != head:
            yield f"Entry {entry.number} has another actor or time than its batch."
    if not entries or entries[0].kind != Entry.Kind.STARTED:
        yield "The journal does not begin with the start of the campaign."


def _reversals(entries: Sequence[Entry]) -> Iterable[str]:
    for entry in entries:
        old = entry.reverses
        if old is None:
            continue
        if old.campaign_id != entry.campaign_id or old.number >= entry.number:
            yield f"Entry {entry.number} reverses something that is not an earlier entry of this campaign."
        if old.reverses_id is not None:
            yield f"Entry {entry.number} reverses a reversal."
        same = ("kind", "side", "mission", "moment", "pilot_id", "data")
        if any(getattr(entry, name) != getattr(old, name) for name in same):
            yield f"Entry {entry.number} does not say what entry {old.number} said that it reverses."


def _sorties_and_kills(force: Sequence[Entry]) -> Iterable[str]:
    sorties: dict[tuple[int | None, str, str, str], Entry] = {}
    flown: Counter[tuple[int | None, int]] = Counter()
    for entry in of_kind(force, Entry.Kind.SORTIE):
        key = (entry.mission, entry.side, entry.data["unit"], entry.data["seat"])
        if key in sorties:
            yield f"Entry {entry.number} is a second sortie of {entry.data['unit']} {entry.data['seat']}."
        sorties[key] = entry
        if entry.pilot_id is not None:
            flown[entry.mission, entry.pilot_id] += 1
        if entry.pilot is not None and entry.pilot.side != entry.side:
            yield f"Entry {entry.number} has {entry.pilot} fly for the other side."
    if any(count > 1 for count in flown.values()):
        yield "A pilot flew twice in one mission."
    shares: dict[tuple[int | None, str, str, str], Fraction] = defaultdict(Fraction)
    for entry in of_kind(force, Entry.Kind.KILL):
        victim, foe = entry.data["victim"], _foe(entry.side)
        shares[entry.mission, foe, victim["unit"], victim["seat"]] += share(entry)
        down = sorties.get((entry.mission, foe, victim["unit"], victim["seat"]))
        if down is None or down.data["status"] != "destroyed":
            yield f"Entry {entry.number} claims an aircraft that was not destroyed."
        by = sorties.get((entry.mission, entry.side, entry.data["unit"], entry.data["seat"]))
        if by is None or by.pilot_id != entry.pilot_id:
            yield f"Entry {entry.number} credits a pilot who did not fly that aircraft."
    for (mission, _, unit, seat), total in shares.items():
        if total > 1:
            yield f"More than one victory is claimed for {unit} {seat} in mission {mission}."


def _debriefs(force: Sequence[Entry]) -> Iterable[str]:
    debriefed: set[int | None] = set()
    scored: dict[int | None, list[Entry]] = defaultdict(list)
    for entry in of_kind(force, Entry.Kind.POINTS):
        scored[entry.mission].append(entry)
    for entry in of_kind(force, Entry.Kind.DEBRIEFED):
        if entry.mission in debriefed:
            yield f"Mission {entry.mission} is debriefed twice."
        debriefed.add(entry.mission)
        if entry.data["points"] != points(scored[entry.mission]):
            yield f"The points of mission {entry.mission} do not add up to its debrief."
    outcome = (
        Entry.Kind.SORTIE,
        Entry.Kind.KILL,
        Entry.Kind.POINTS,
        Entry.Kind.TARGET,
        Entry.Kind.RESOURCE,
        Entry.Kind.FATE,
        Entry.Kind.SEARCH,
    )
    for entry in force:
        if entry.kind in outcome and entry.mission not in debriefed:
            yield f"Entry {entry.number} tells of a mission that is not debriefed."


def _ending(campaign: Campaign, force: Sequence[Entry]) -> Iterable[str]:
    ends = of_kind(force, Entry.Kind.FINISHED)
    if len(ends) > 1:
        yield "The campaign has ended twice."
    if bool(ends) != campaign.is_finished:
        yield f"The campaign's row says {campaign.status}, its journal otherwise."


def share(kill: Entry) -> Fraction:
    """What part of an enemy Destroyed a ``kill`` entry gives to who is credited. [SUP 19.5]"""
    return Fraction(*kill.data["share"]) if kill.data.get("share") else Fraction(1)


def claims_of_the_same(force: Iterable[Entry], kill: Entry) -> list[Entry]:
    """Every claim in force to the enemy aircraft that ``kill`` is about, that one with them."""
    return [
        entry
        for entry in of_kind(force, Entry.Kind.KILL)
        if entry.mission == kill.mission and entry.side == kill.side and entry.data["victim"] == kill.data["victim"]
    ]


def _foe(side: str) -> str:
    return Side.AXIS if side == Side.ALLIED else Side.ALLIED
