"""The order of battle changed by hand, in the middle of a campaign: each change a line of the journal with a reason.

Whoever commands a side changes its pools; what concerns both sides is the umpire's. A change counts from now on,
before the Mission that is under way if there is one; nothing that its orders may count on is taken away until it is
debriefed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Literal

from django.contrib.auth.models import User
from django.utils.text import slugify

from campaigns.access import refuse_unless_for, refuse_unless_umpire
from campaigns.catalogue.library import AircraftType, library
from campaigns.models import Campaign, Pilot, Side
from campaigns.operations import posts
from campaigns.operations.campaigns import add_men, grade_and_close, locked
from campaigns.operations.journal import Batch
from campaigns.packs import PackDefinition
from campaigns.selectors import standings
from campaigns.selectors.changes import BY_PEOPLE, is_of_umpires
from campaigns.standing import Standing, careers, change_kinds, rosters
from campaigns.standing.change_kinds import Change
from campaigns.standing.deliveries import BY_HAND, deliveries, letters
from campaigns.standing.kinds import KINDS, Resolved, read
from campaigns.standing.men import GONE
from campaigns.standing.model import Airframe, Airman, Squadron
from campaigns.standing.recruits import Man
from campaigns.standing.said import Said
from campaigns.standing.skills import names_for
from config.common import lookalikes
from config.common.lengths import refuse_longer, said_in_words
from config.common.refusals import Refusal

REASON_LENGTH = 500
TEXT_LENGTH = 1000
NAME_LENGTH = 80
MOST_AIRCRAFT = 60
"""In one delivery."""
MOST = 999
"""Stock, points: of any one change."""
STATUSES = ("fit", "wounded", "leave", "killed", "captured", "missing")
CODE = re.compile(r"[A-Z0-9]{1,4}")


class _Change:
    """One change that is being made: what stands, and the entries to write."""

    def __init__(self, campaign: Campaign, actor: User, side: str, reason: str) -> None:
        self.campaign = campaign
        self.side = side
        self.standing: Standing = standings.standing_of(campaign)
        self._reason = reason
        self._batch = Batch(campaign, actor)

    def write(self, change: Change, pilot: Pilot | None = None) -> None:
        """Write the change, unless something would no longer fit with it."""
        now = standings.now(self.standing)
        said = change.but(reason=self._reason)
        self._batch.add(said, side=self.side, pilot=pilot, moment=now)
        after = grade_and_close(self.campaign, self._batch)
        before = {conflict.key for conflict in self.standing.open_conflicts}
        for conflict in after.open_conflicts:
            if conflict.key not in before:
                raise Refusal(f"{conflict.sentence}.")
        self._batch.write()
        _tell_of_points(self._batch, self.side, said, "given")
        _tell_of_man(self._batch, pilot, said, "declared")

    def squadron(self, key: str) -> Squadron:
        found = self.standing.squadrons.get(key)
        if found is None or found.side != self.side:
            raise Refusal("Your side has no such squadron.", "squadron")
        return found

    def present(self, key: str) -> Squadron:
        found = self.squadron(key)
        if found.status in ("away", "withdrawn"):
            raise Refusal(f"{found.title} is not here.", "squadron")
        return found

    def airframes(self, codes: Collection[str]) -> list[Airframe]:
        """Those of the side's pool that are not lost or gone."""
        if not codes:
            raise Refusal("Name at least one aircraft.", "codes")
        found = []
        for code in dict.fromkeys(codes):
            airframe = self.standing.airframes.get(code)
            if airframe is None or airframe.side != self.side:
                raise Refusal(f"Your side has no {code}.", "codes")
            if airframe.status not in ("serviceable", "repair"):
                raise Refusal(f"{code} is {airframe.status}: it is no longer in the pool.", "codes")
            found.append(airframe)
        return found

    def airman(self, pilot: Pilot) -> Airman:
        if pilot.campaign_id != self.campaign.pk or pilot.side != self.side:
            raise Refusal("That man is not of your side.", "pilot")
        return self.standing.airmen[pilot.pk]

    def new_codes(self, squadron: Squadron, count: int) -> list[str]:
        """Letters for so many new aircraft: none that any has, or that a delivery of the pack will bring."""
        if not 1 <= count <= MOST_AIRCRAFT:
            raise Refusal(f"1 to {MOST_AIRCRAFT} aircraft are handed over at a time.", "count")
        taken = set(self.standing.airframes)
        taken.update(code for delivery in deliveries(self.standing.pack) for code in delivery.codes)
        codes: list[str] = []
        number = 0
        while len(codes) < count:
            code = f"{squadron.code}-{letters(number)}"
            number += 1
            if code not in taken:
                codes.append(code)
        return codes


@contextmanager
def _changing(campaign: Campaign, actor: User, side: str, reason: str, *, takes: bool = False) -> Iterator[_Change]:
    """A change of ``side`` (``""``: the umpire's), refused unless it may be made now.

    ``takes``: it takes away what the Mission under way may count on.
    """
    reason = said_in_words(reason, REASON_LENGTH, "reason", missing="Give a reason: the journal keeps it.")
    if side not in ("", *Side.values):
        raise Refusal("There is no such side.", "side")
    with locked(campaign.pk) as campaign:
        if side:
            refuse_unless_for(campaign, actor, side)
        else:
            refuse_unless_umpire(campaign, actor)
        if campaign.is_finished:
            raise Refusal("The campaign is over. A debriefed mission may still be corrected.")
        posts.write(campaign, actor, field="reason", counts=False)
        change = _Change(campaign, actor, side, reason)
        if takes and standings.is_under_way(change.standing):
            number = max(change.standing.missions)
            raise Refusal(f"Mission {number} is under way, and its orders may count on this. Debrief it first.")
        yield change


def add_squadron(
    *,
    actor: User,
    campaign: Campaign,
    side: str,
    title: str,
    code: str,
    nation: str,
    service: str,
    aircraft: str,
    base: str = "",
    reason: str,
) -> str:
    """Add a squadron, still without aircraft and men; returns its key."""
    title = said_in_words(title, NAME_LENGTH, "title")
    with _changing(campaign, actor, side, reason) as change:
        standing = change.standing
        if not standing.pack.keeps_pools:
            raise Refusal("This campaign keeps no squadrons.")
        if not CODE.fullmatch(code):
            raise Refusal("The code is one to four capital letters or figures.", "code")
        if any(squadron.code == code for squadron in standing.squadrons.values()):
            raise Refusal(f"Another squadron carries {code} already.", "code")
        key = slugify(title)[:60].strip("-")
        if not key:
            raise Refusal("The name needs letters or figures.", "title")
        if key in standing.squadrons:
            raise Refusal("There is a squadron of this name already.", "title")
        kind = _kind(aircraft, standing.pack)
        if (kind.nation, kind.service) != (nation, service):
            raise Refusal(f"{kind.name} is flown by another nation or service. [WBY 19.1.1]", "aircraft")
        change.write(
            change_kinds.NewSquadron(
                key=key,
                title=title,
                code=code,
                nation=nation,
                service=service,
                aircraft=aircraft,
                base=base.strip()[:NAME_LENGTH],
            )
        )
        return key


def deliver(
    *, actor: User, campaign: Campaign, side: str, squadron: str, count: int, aircraft: str = "", reason: str
) -> list[str]:
    """Hand new aircraft over to a squadron, of its own type if no other is named; returns their codes."""
    with _changing(campaign, actor, side, reason) as change:
        found = change.present(squadron)
        kind = _flown_by(found, aircraft or found.aircraft, change.standing.pack)
        codes = change.new_codes(found, count)
        change.write(change_kinds.AircraftDelivered(squadron=squadron, codes=tuple(codes), aircraft=kind.slug))
        return codes


def withdraw(*, actor: User, campaign: Campaign, side: str, codes: Collection[str], reason: str) -> None:
    """Take aircraft out of the pool."""
    with _changing(campaign, actor, side, reason, takes=True) as change:
        airframes = change.airframes(codes)
        change.write(change_kinds.AircraftWithdrawn(codes=tuple(airframe.code for airframe in airframes)))


def move(*, actor: User, campaign: Campaign, side: str, codes: Collection[str], squadron: str, reason: str) -> None:
    """Move aircraft from one squadron to another."""
    with _changing(campaign, actor, side, reason, takes=True) as change:
        found = change.present(squadron)
        airframes = change.airframes(codes)
        for airframe in airframes:
            if airframe.squadron == squadron:
                raise Refusal(f"{airframe.code} is with {found.title} already.", "codes")
            _flown_by(found, airframe.aircraft, change.standing.pack, "codes")
        change.write(
            change_kinds.AircraftMoved(codes=tuple(airframe.code for airframe in airframes), squadron=squadron)
        )


def repair(*, actor: User, campaign: Campaign, side: str, code: str, reason: str) -> None:
    """Declare an aircraft that is under repair serviceable."""
    with _changing(campaign, actor, side, reason) as change:
        (airframe,) = change.airframes([code])
        if airframe.status != "repair":
            raise Refusal(f"{code} is not under repair.", "code")
        change.write(change_kinds.Repaired(code=code))


def re_equip(
    *, actor: User, campaign: Campaign, side: str, squadron: str, aircraft: str, count: int, reason: str
) -> list[str]:
    """Let a squadron fly another type from now on: its old aircraft go, new ones come; returns their codes."""
    with _changing(campaign, actor, side, reason, takes=True) as change:
        found = change.present(squadron)
        kind = _flown_by(found, aircraft, change.standing.pack)
        if kind.slug == found.aircraft:
            raise Refusal(f"{found.title} flies the {kind.name} already.", "aircraft")
        codes = change.new_codes(found, count)
        change.write(change_kinds.ReEquipped(squadron=squadron, aircraft=kind.slug, codes=tuple(codes)))
        return codes


def withdraw_squadron(*, actor: User, campaign: Campaign, side: str, squadron: str, reason: str) -> None:
    """Send a squadron away, with its aircraft."""
    with _changing(campaign, actor, side, reason, takes=True) as change:
        change.present(squadron)
        change.write(change_kinds.SquadronWithdrawn(squadron=squadron))


def bring_squadron(*, actor: User, campaign: Campaign, side: str, squadron: str, reason: str) -> None:
    """Bring a squadron that is away, or has been withdrawn, with its aircraft."""
    with _changing(campaign, actor, side, reason) as change:
        if (found := change.squadron(squadron)).status not in ("away", "withdrawn"):
            raise Refusal(f"{found.title} is here.", "squadron")
        change.write(change_kinds.SquadronBack(squadron=squadron))


def add_man(
    *,
    actor: User,
    campaign: Campaign,
    side: str,
    squadron: str = "",
    nation: str = "",
    service: str = "",
    name: str = "",
    is_green: bool = False,
    reason: str,
) -> Pilot:
    """Add a man or a crew to a squadron; without a name one of his nation is made up.

    Where a side has a roster instead of squadrons he joins that, of a ``nation`` and ``service`` of his side.
    """
    with _changing(campaign, actor, side, reason) as change:
        if not change.standing.pack.names_men:
            raise Refusal("Nobody goes by name in this game: its units fly without.")
        if change.standing.pack.keeps_pools:
            found = change.present(squadron)
            nation, service = found.nation, found.service
        elif squadron:
            raise Refusal("Your side has no squadrons.", "squadron")
        elif (nation, service) not in rosters.services(change.standing.pack, side):
            raise Refusal("Your side has nobody of that nation and service.", "service")
        names = {man.man.name for man in change.standing.airmen.values() if man.side == side}
        name = " ".join(name.split())
        if why := lookalikes.why_not(name):
            raise Refusal(why, "name")
        if not name:
            name = rosters.another_name(change.standing.pack, nation, service, campaign.seed, names)
        refuse_longer(name, NAME_LENGTH, "name", "The name is")
        if name in names:
            raise Refusal(f"There is a {name} on your side already.", "name")
        man = Man(0, side, name, nation, service, is_green=is_green, squadron=squadron, delivery=BY_HAND)
        (pilot,) = add_men(change.campaign, [man])
        change.write(change_kinds.Joined(), pilot)
        return pilot


def transfer(*, actor: User, campaign: Campaign, pilot: Pilot, squadron: str, reason: str) -> None:
    """Transfer a man to another squadron of his service."""
    with _changing(campaign, actor, pilot.side, reason, takes=True) as change:
        airman, found = change.airman(pilot), change.present(squadron)
        if airman.is_lost or airman.status == "away":
            raise Refusal(f"{airman.name} is not with the squadron.", "pilot")
        if airman.squadron == squadron:
            raise Refusal(f"{airman.name} is with {found.title} already.", "squadron")
        if (airman.man.nation, airman.man.service) != (found.nation, found.service):
            raise Refusal(f"{airman.name} is of another nation or service. [WBY 19.1.1]", "squadron")
        change.write(change_kinds.Transferred(squadron=squadron), pilot)


def set_status(
    *, actor: User, campaign: Campaign, pilot: Pilot, status: str, back: int | None = None, reason: str
) -> None:
    """Say what has become of a man: fit, on leave or wounded until Mission ``back``, or gone."""
    with _changing(campaign, actor, pilot.side, reason, takes=True) as change:
        airman = change.airman(pilot)
        if status not in STATUSES:
            raise Refusal(f"A man is {', '.join(STATUSES[:-1])} or {STATUSES[-1]}.", "status")
        if airman.status == "away":
            gone = "has been posted away" if airman.has_left else "has not joined yet"
            raise Refusal(f"{airman.name} {gone}.", "pilot")
        following = max(change.standing.missions, default=0) + 1
        resting = status in ("wounded", "leave")
        if resting and (back is None or not following < back <= following + MOST):
            raise Refusal(f"Say from which mission on: {following + 1} or later.", "back")
        if not resting and status == airman.status:
            raise Refusal(f"{airman.name} is {status} already.", "status")
        change.write(
            change_kinds.StatusDeclared.said({"what": "status", "status": status, "back": back if resting else None}),
            pilot,
        )


def set_career(
    *,
    actor: User,
    campaign: Campaign,
    pilot: Pilot,
    experience: Fraction | int,
    kills: Fraction | int,
    missions: int,
    is_green: bool = False,
    skills: Collection[str] = (),
    reason: str,
) -> None:
    """Enter what a man had come to before the campaign was brought here, by the record on paper."""
    with _changing(campaign, actor, "", reason, takes=True) as change:
        change.side = pilot.side
        airman = change.airman(pilot)
        for field, value in (("experience", experience), ("kills", kills), ("missions", missions)):
            if not 0 <= value <= MOST:
                raise Refusal(f"This is a number from 0 to {MOST}.", field)
        codes = list(dict.fromkeys(skills))
        known = names_for(change.standing, airman)
        for code in codes:
            if code not in known:
                raise Refusal(f"There is no such Skill as {code} here. The codes are {', '.join(known)}.", "skills")
        if is_green and careers.step(Fraction(experience)):
            raise Refusal("With so much experience nobody is Green any more. [SUP 19.5]", "is_green")
        if is_green and codes:
            raise Refusal("A Green man has no Skill. [WBY 19.6.3]", "skills")
        career = change_kinds.EarlierCareer(
            experience=str(Fraction(experience)),
            kills=str(Fraction(kills)),
            missions=missions,
            green=is_green,
            skills=tuple(codes),
        )
        change.write(career, pilot)


def change_stock(*, actor: User, campaign: Campaign, side: str, stock: str, amount: int, reason: str) -> None:
    """Add to a stock, or take from it."""
    with _changing(campaign, actor, side, reason, takes=amount < 0) as change:
        if stock not in change.standing.stocks.get(side, {}):
            raise Refusal("Your side keeps no such stock.", "stock")
        _number(amount, "amount")
        if change.standing.stocks[side][stock] + amount < 0:
            raise Refusal("There is not so much of it.", "amount")
        change.write(change_kinds.StockChanged(stock=stock, amount=amount))


def change_points(*, actor: User, campaign: Campaign, side: str, points: int, reason: str) -> None:
    """Give a side Victory Points, or take them, by the umpire's decision."""
    with _changing(campaign, actor, "", reason, takes=True) as change:
        if side not in Side.values:
            raise Refusal("Say which side’s points.", "side")
        change.side = side
        _number(points, "points")
        change.write(change_kinds.PointsGiven(points=points))


def _tell_of_points(batch: Batch, side: str, said: Said, how: Literal["given", "taken-back"]) -> None:
    """Tell everybody of points by hand: the journal shows them to both sides, for both see the total."""
    for whose, points in said.gives(side).items():
        reason = getattr(said, "reason", "")
        batch.tell("points-decided", {"side": whose, "amount": points, "reason": reason, "how": how})


def _tell_of_man(batch: Batch, pilot: Pilot | None, said: Said, how: Literal["declared", "taken-back"]) -> None:
    """Tell the player of a man that somebody says of him that he does not come back, or says so no more."""
    if isinstance(said, change_kinds.StatusDeclared) and said.status in GONE and pilot is not None:
        person = User.objects.filter(airmen=pilot.pk).first()
        if person is not None:
            batch.tell("man-fate", {"pilot": pilot.name, "fate": said.status, "how": how}, person=person)


def move_marker(*, actor: User, campaign: Campaign, spaces: int, reason: str) -> None:
    """Move the progress marker up the track, or down, by the umpire's decision."""
    with _changing(campaign, actor, "", reason, takes=True) as change:
        if change.standing.pack.progress is None:
            raise Refusal("This campaign has no track.")
        _number(spaces, "spaces")
        change.write(change_kinds.MarkerMoved(spaces=spaces))


def add_rule(*, actor: User, campaign: Campaign, text: str, reason: str) -> None:
    """Note a house rule that holds from now on."""
    text = said_in_words(text, TEXT_LENGTH, "text")
    with _changing(campaign, actor, "", reason) as change:
        change.write(change_kinds.HouseRule(text=text))


def take_back(*, actor: User, campaign: Campaign, number: int) -> None:
    """Take back what was decided by hand: a change, a Skill, a decoration, a ruling, a note, a resolved conflict.

    The entry stays in the journal, struck out. Refused if something later would no longer fit without it.
    """
    with locked(campaign.pk) as campaign:
        entry = campaign.entries.in_force().filter(number=number, kind__in=BY_PEOPLE).first()
        if entry is None:
            raise Refusal("There is no such decision in force.")
        if is_of_umpires(entry):
            refuse_unless_umpire(campaign, actor)
        else:
            refuse_unless_for(campaign, actor, entry.side)
        standing = standings.standing_of(campaign)
        if KINDS[entry.kind].waits and standings.is_under_way(standing):
            raise Refusal(f"Mission {max(standing.missions)} is under way. Debrief it first.")
        batch = Batch(campaign, actor)
        batch.reverse(entry)
        after = grade_and_close(campaign, batch)
        before = {conflict.key for conflict in standing.open_conflicts}
        new = [conflict for conflict in after.open_conflicts if conflict.key not in before]
        if new and entry.kind != Resolved.kind:
            raise Refusal(f"It cannot be taken back any more. {new[0].sentence}.")
        batch.write()
        _tell_of_points(batch, entry.side, read(entry), "taken-back")
        _tell_of_man(batch, entry.pilot, read(entry), "taken-back")


def _kind(slug: str, pack: PackDefinition, field: str = "aircraft") -> AircraftType:
    """A type of the campaign's own game: others have no ratings in it. Of people's own those that its pack carries."""
    kind = library().aircraft.get(slug)
    if kind is None or (kind.is_own and slug not in pack.types):
        raise Refusal("This house knows no such aircraft.", field)
    if kind.system != pack.system:
        raise Refusal(f"The {kind.name} is an aircraft of another game. Choose one of this campaign’s.", field)
    return kind


def _flown_by(squadron: Squadron, slug: str, pack: PackDefinition, field: str = "aircraft") -> AircraftType:
    """A type that a squadron may fly: of its nation and service, and in Formation or not as it does. [WBY 19.1.1]"""
    kind, own = _kind(slug, pack, field), library().aircraft.get(squadron.aircraft)
    if (kind.nation, kind.service) != (squadron.nation, squadron.service):
        raise Refusal(f"{squadron.title} does not fly aircraft of another nation or service. [WBY 19.1.1]", field)
    if own is not None and own.in_formation != kind.in_formation:
        raise Refusal(f"The men of {squadron.title} are trained for other aircraft than the {kind.name}.", field)
    return kind


def _number(value: int, field: str) -> None:
    if not value or abs(value) > MOST:
        raise Refusal(f"This is a number from -{MOST} to {MOST}, and not 0.", field)
