"""Squadrons and their aircraft: delivered, flown, damaged, repaired, lost, moved and withdrawn. [SUP 25-27]"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from campaigns.catalogue.library import aircraft_name
from campaigns.catalogue.tables import TABLES
from campaigns.packs.pools import SquadronLine
from campaigns.standing import men
from campaigns.standing.deliveries import Delivery
from campaigns.standing.model import Airframe, Squadron
from campaigns.standing.result_kinds import Sortie
from campaigns.standing.words import airframe_state
from campaigns.standing.workings import InHand, Workings

REPAIRS: Final[dict[str, int]] = TABLES["repairs"]
DECK: Final[dict[str, str]] = TABLES["carriers"]
IN_POOL: Final = ("serviceable", "repair")
_HOME: Final = {"undamaged": "came home", "damaged": "came home damaged", "destroyed": "did not come home"}
_NOT_THERE: Final = {
    "repair": "is under repair",
    "lost": "has been lost",
    "withdrawn": "has been withdrawn",
    "away": "has not joined yet",
    "grounded": "cannot leave her deck",
}


def begin(work: Workings) -> None:
    """The order of battle as the pack has it; squadrons of a later day are away until then."""
    for key, line in work.pack.squadrons.items():
        enrol(work, key, line)
        if line.first is None:
            join(work, key)


def enrol(work: Workings, key: str, line: SquadronLine) -> None:
    """Enter a squadron of the pack, without aircraft and away until its day."""
    work.standing.squadrons[key] = Squadron(
        key=key,
        side=line.side,
        title=line.title,
        code=line.code,
        nation=line.nation,
        service=line.service,
        aircraft=line.aircraft,
        base=line.base or "",
        ship=line.ship or "",
        status="away",
    )


def join(work: Workings, key: str) -> None:
    """A squadron joins, with what it begins with."""
    squadron = work.standing.squadrons[key]
    squadron.status = "present"
    where = f" at {squadron.base}" if squadron.base else ""
    work.tell(squadron.life, "joined", f"joined with the {aircraft_name(squadron.aircraft)}{where}", follows=True)
    for delivery in (work.start[key], *work.held.pop(key, ())):
        deliver(work, delivery)


def withdraw(work: Workings, key: str, *, follows: bool) -> None:
    """A squadron leaves, and its aircraft with it."""
    squadron = work.standing.squadrons[key]
    squadron.status = "withdrawn"
    work.tell(squadron.life, "withdrawn", "was withdrawn", follows=follows)
    leaving = of_squadron(work, key)
    work.left_with[key] = [airframe.code for airframe in leaving]
    take_out(work, leaving, "left with its squadron", follows=follows)


def bring_back(work: Workings, key: str) -> None:
    """A squadron that was withdrawn, or is not here yet, comes with its aircraft."""
    squadron = work.standing.squadrons[key]
    if squadron.status == "away" and key in work.start:
        join(work, key)
        return
    squadron.status = "present"
    work.tell(squadron.life, "joined", "came back")
    for code in work.left_with.pop(key, ()):
        airframe = work.standing.airframes[code]
        if airframe.status == "withdrawn":
            airframe.status = "serviceable"
            if airframe.back > work.tick:
                airframe.status = "repair"
                work.repairs.add(code)
            work.tell(airframe.life, "delivered", "came back with its squadron")


def of_squadron(work: Workings, key: str) -> list[Airframe]:
    """The aircraft of a squadron that are in the pool."""
    return [
        airframe
        for airframe in work.standing.airframes.values()
        if airframe.squadron == key and airframe.status in IN_POOL
    ]


def take_out(work: Workings, leaving: Iterable[Airframe], text: str, *, follows: bool) -> None:
    for airframe in leaving:
        airframe.status = "withdrawn"
        work.repairs.discard(airframe.code)
        work.tell(airframe.life, "withdrawn", text, follows=follows)


def deliver(work: Workings, delivery: Delivery) -> None:
    """Aircraft and men of a delivery join their squadron, one that is still to come when it joins.

    Nothing comes to one that has been withdrawn.
    """
    squadron = work.standing.squadrons.get(delivery.squadron)
    if squadron is None or squadron.status == "withdrawn":
        return
    if squadron.status == "away":
        work.held[delivery.squadron].append(delivery)
        return
    if delivery.re_equips:
        re_equip(work, squadron, delivery.aircraft, follows=True)
    codes = delivery.codes
    if delivery.up_to is not None:
        codes = codes[: max(0, delivery.up_to - len(of_squadron(work, squadron.key)))]
    add(work, squadron, codes, delivery.aircraft, follows=True)
    men.arrive(work, delivery.squadron, delivery.key)


def add(work: Workings, squadron: Squadron, codes: Collection[str], aircraft: str, *, follows: bool) -> None:
    """New aircraft of a squadron; a code that another one has is a conflict."""
    kind = aircraft or squadron.aircraft
    airframes = work.standing.airframes
    for code in codes:
        if code in airframes:
            work.conflict(
                f"code:{code}",
                f"{code} should join {squadron.title}, but another aircraft carries these letters",
                side=squadron.side,
            )
            continue
        airframe = airframes[code] = Airframe(code, squadron.side, kind, squadron.key)
        work.tell(airframe.life, "delivered", f"delivered to {squadron.title}", follows=follows)
    if codes:
        text = f"received {len(codes)} × {aircraft_name(kind)}"
        work.tell(squadron.life, "delivered", text, follows=follows)


def re_equip(work: Workings, squadron: Squadron, aircraft: str, *, follows: bool) -> None:
    """A squadron flies another type from now on; its old aircraft leave the pool."""
    take_out(work, of_squadron(work, squadron.key), "left the pool when its squadron was re-equipped", follows=follows)
    squadron.aircraft = aircraft or squadron.aircraft
    work.tell(
        squadron.life, "re-equipped", f"flies the {aircraft_name(squadron.aircraft)} from now on", follows=follows
    )


def repaired(work: Workings) -> None:
    """Aircraft whose repair ends with this period, or with this Mission, are serviceable again."""
    for code in sorted(work.repairs):
        airframe = work.standing.airframes[code]
        if airframe.back <= work.tick:
            work.repairs.discard(code)
            airframe.status = "serviceable"
            work.tell(airframe.life, "repaired", "repaired", follows=True)


def fly(work: Workings, hand: InHand, code: str, said: Sortie, name: str) -> None:
    """An aircraft of the pool flies a sortie; ``name`` is who flies it."""
    number = hand.number
    airframe = work.standing.airframes.get(code)
    hand.airframes.add(code)
    if airframe is None:
        return
    airframe.sorties += 1
    status = said.status
    text = f"flown by {name or 'a crew without a name'} in mission {number}, {_HOME.get(status, status)}"
    work.tell(airframe.life, "sortie", text, number)
    if airframe.status not in IN_POOL:
        return
    if status == "destroyed":
        airframe.status = "lost"
        work.repairs.discard(code)
        how = f" ({said.cause})" if said.cause else ""
        work.tell(airframe.life, "lost", f"lost in mission {number}, {hand.place}{how}".replace(", (", " ("), number)
    elif status == "damaged":
        airframe.status = "repair"
        airframe.back = max(airframe.back, _back(work, number, "periods"))
        work.repairs.add(code)
        hand.damaged[code] = said.role == "striker"


def _back(work: Workings, number: int, how_long: str) -> int:
    """When repair ends that Mission ``number`` made necessary."""
    if work.pack.has_periods:
        return work.tick + 1 + REPAIRS[how_long]
    return number + 1 + REPAIRS["missions"]


def settle(work: Workings, hand: InHand, *, straggled: bool) -> None:
    """The repairs that a Mission made necessary; those of strikers take longer after a Straggler Turn. [SUP 27.6]"""
    has_periods = work.pack.has_periods
    for code, is_striker in hand.damaged.items():
        airframe = work.standing.airframes[code]
        if airframe.status == "repair":
            if straggled and is_striker:
                airframe.back = max(airframe.back, _back(work, hand.number, "straggler"))
            state = airframe_state(airframe, has_periods=has_periods)
            work.tell(airframe.life, "damaged", state, hand.number, follows=True)


def check(work: Workings, hand: InHand, code: str, side: str, squadron: str) -> None:
    """Note what keeps an aircraft from flying a sortie with this squadron (any, if it is empty)."""
    number, key = hand.number, f"airframe:{code}:{hand.number}"
    airframe = work.standing.airframes.get(code)
    advice = "Accept it, or say which other aircraft flew"
    if airframe is None or airframe.side != side:
        sentence = f"{code} flew in mission {number}, but no such aircraft is in the pool. {advice}"
        work.conflict(key, sentence, number, side)
        return
    own = work.standing.squadrons.get(airframe.squadron)
    why = _NOT_THERE.get(airframe.status) or (own and _NOT_THERE.get(own.status))
    if why:
        work.conflict(key, f"{code} flew in mission {number}, but it {why}. {advice}", number, side)
    elif squadron and squadron != airframe.squadron:
        title = work.squadron_title(squadron)
        sentence = f"{code} flew with {title} in mission {number}, but it belongs to another squadron. {advice}"
        work.conflict(key, sentence, number, side)
    if code in hand.airframes:
        sentence = f"{code} flew twice in mission {number}. {advice} in one of the two places"
        work.conflict(f"twice:{code}:{number}", sentence, number, side)


def ship_hit(work: Workings, ship: str, level: str, number: int) -> None:
    """What a carrier has come to: her aircraft cannot start until the next day, or leave the pool. [SUP 26]"""
    standing = work.standing
    if not level or standing.ships.get(ship) == DECK["sunk"]:
        return
    standing.ships[ship] = level
    squadrons = [squadron for squadron in standing.squadrons.values() if squadron.ship == ship]
    if level == DECK["sunk"]:
        for squadron in squadrons:
            for airframe in of_squadron(work, squadron.key):
                airframe.status = "lost"
                work.repairs.discard(airframe.code)
                work.tell(airframe.life, "lost", "went down with her ship", number, follows=True)
            squadron.status = "withdrawn"
            work.tell(squadron.life, "withdrawn", "lost its ship", number, follows=True)
    elif level == DECK["grounded"]:
        work.grounded_on[ship] = work.date.isoformat() if work.date else ""
        for squadron in squadrons:
            if squadron.status == "present":
                squadron.status = "grounded"
                work.tell(squadron.life, "grounded", "cannot leave the deck today", number, follows=True)


def decks_cleared(work: Workings) -> None:
    """On the next day a carrier launches again. [SUP 26]"""
    today = work.date.isoformat() if work.date else ""
    for ship in [ship for ship, day in work.grounded_on.items() if today > day]:
        del work.grounded_on[ship]
        if work.standing.ships.get(ship) == DECK["grounded"]:
            del work.standing.ships[ship]
        for squadron in work.standing.squadrons.values():
            if squadron.ship == ship and squadron.status == "grounded":
                squadron.status = "present"
                work.tell(squadron.life, "joined", "can leave the deck again", follows=True)
