"""Changes of the order of battle and corrections from paper, as people decide them."""

from __future__ import annotations

from typing import assert_never

from campaigns.packs.schema import SIDES
from campaigns.standing import change_kinds, events, men, pools, stocks, track
from campaigns.standing.change_kinds import AnyChange, read_change
from campaigns.standing.lines import Line
from campaigns.standing.model import Airframe, Airman, Squadron
from campaigns.standing.workings import Workings


class Nowhere(Exception):
    """A change is about something that does not exist by then; the sentence says what."""


def change(work: Workings, line: Line) -> None:
    """A ``change`` line; one about things that do not exist is a conflict and changes nothing else."""
    try:
        _make(work, line, read_change(line))
    except Nowhere as problem:
        sentence = f"{problem}. Accept it, or take the change back"
        work.conflict(f"change:{line.number}", sentence, line.mission, line.side)


def _make(work: Workings, line: Line, said: AnyChange) -> None:
    match said:
        case change_kinds.NewSquadron():
            _add_squadron(work, line, said)
        case change_kinds.AircraftDelivered():
            squadron = _squadron(work, said.squadron)
            pools.add(work, squadron, said.codes, said.aircraft, follows=False)
        case change_kinds.AircraftWithdrawn():
            gone = [_airframe(work, code) for code in said.codes]
            pools.take_out(work, gone, "left the pool", follows=False)
        case change_kinds.AircraftMoved():
            _move(work, said)
        case change_kinds.Repaired():
            _repair(work, said)
        case change_kinds.ReEquipped():
            squadron = _squadron(work, said.squadron)
            pools.re_equip(work, squadron, said.aircraft, follows=False)
            pools.add(work, squadron, said.codes, said.aircraft, follows=False)
        case change_kinds.SquadronWithdrawn():
            _withdraw_squadron(work, said)
        case change_kinds.SquadronBack():
            _bring_squadron(work, said)
        case change_kinds.Joined():
            men.present(work, _airman(work, line))
        case change_kinds.Transferred():
            _transfer(work, line, said)
        case change_kinds.StatusDeclared():
            men.declare(work, _airman(work, line), said.status, said.back or 0)
        case change_kinds.EarlierCareer():
            airman = _airman(work, line)
            men.back_fill(work, airman, said)
            work.tell(airman.life, "career", "record brought up to date from paper")
        case change_kinds.StockChanged():
            _stock(work, line, said)
        case change_kinds.PointsGiven():
            work.standing.points[_side(line)] += said.points
        case change_kinds.MarkerMoved():
            _progress(work, said)
        case change_kinds.HouseRule():
            work.standing.rules.append(said.text)
        case _:
            assert_never(said)


def _squadron(work: Workings, key: str) -> Squadron:
    squadron = work.standing.squadrons.get(key)
    if squadron is None:
        raise Nowhere(f"A change names a squadron, {key}, that does not exist by then")
    return squadron


def _airframe(work: Workings, code: str) -> Airframe:
    airframe = work.standing.airframes.get(code)
    if airframe is None or airframe.status not in pools.IN_POOL:
        raise Nowhere(f"A change names an aircraft, {code}, that is not in the pool by then")
    return airframe


def _airman(work: Workings, line: Line) -> Airman:
    airman = work.airman(line.pilot_id)
    if airman is None:
        raise Nowhere("A change is about a man who does not exist")
    return airman


def _side(line: Line) -> str:
    if line.side not in SIDES:
        raise Nowhere("A change does not say which side it is about")
    return line.side


def _add_squadron(work: Workings, line: Line, said: change_kinds.NewSquadron) -> None:
    if said.key in work.standing.squadrons:
        raise Nowhere(f"A change adds a squadron, {said.title}, that is there already")
    work.standing.squadrons[said.key] = squadron = Squadron(
        key=said.key,
        side=_side(line),
        title=said.title,
        code=said.code,
        nation=said.nation,
        service=said.service,
        aircraft=said.aircraft,
        base=said.base,
    )
    work.tell(squadron.life, "joined", "joined")


def _move(work: Workings, said: change_kinds.AircraftMoved) -> None:
    squadron = _squadron(work, said.squadron)
    for airframe in [_airframe(work, code) for code in said.codes]:
        airframe.squadron = squadron.key
        work.tell(airframe.life, "moved", f"handed over to {squadron.title}")


def _repair(work: Workings, said: change_kinds.Repaired) -> None:
    airframe = _airframe(work, said.code)
    airframe.status, airframe.back = "serviceable", 0
    work.repairs.discard(airframe.code)
    work.tell(airframe.life, "repaired", "repaired")


def _withdraw_squadron(work: Workings, said: change_kinds.SquadronWithdrawn) -> None:
    squadron = _squadron(work, said.squadron)
    if squadron.status not in ("present", "grounded"):
        raise Nowhere(f"A change withdraws {squadron.title}, which is not there by then")
    pools.withdraw(work, squadron.key, follows=False)


def _bring_squadron(work: Workings, said: change_kinds.SquadronBack) -> None:
    squadron = _squadron(work, said.squadron)
    if squadron.status not in ("away", "withdrawn"):
        raise Nowhere(f"A change brings {squadron.title}, which is there already")
    pools.bring_back(work, squadron.key)


def _transfer(work: Workings, line: Line, said: change_kinds.Transferred) -> None:
    airman, squadron = _airman(work, line), _squadron(work, said.squadron)
    airman.squadron = squadron.key
    if airman.status != "away":
        men.enter(work, airman)
    work.tell(airman.life, "transferred", f"transferred to {squadron.title}")


def _stock(work: Workings, line: Line, said: change_kinds.StockChanged) -> None:
    side = _side(line)
    if said.stock not in work.standing.stocks[side]:
        raise Nowhere(f"A change is about a stock of {said.stock} that this side does not keep")
    stocks.add(work, side, said.stock, said.amount)


def _progress(work: Workings, said: change_kinds.MarkerMoved) -> None:
    if work.pack.progress is None:
        raise Nowhere("A change moves the progress marker of a campaign that has none")
    if track.move(work, said.spaces, "as it was decided"):
        events.of_the_space(work)
