"""Changes of the order of battle and corrections from paper, as people decide them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from campaigns.packs.schema import SIDES
from campaigns.standing import events, men, pools, stocks, track
from campaigns.standing.lines import Line
from campaigns.standing.model import Airframe, Airman, Squadron
from campaigns.standing.workings import Workings


class Nowhere(Exception):
    """A change is about something that does not exist by then; the sentence says what."""


def change(work: Workings, line: Line) -> None:
    """A ``change`` line; one about things that do not exist is a conflict and changes nothing else."""
    try:
        CHANGES[line.data["what"]](work, line)
    except Nowhere as problem:
        sentence = f"{problem}. Accept it, or take the change back"
        work.conflict(f"change:{line.number}", sentence, line.mission, line.side)


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


def _add_squadron(work: Workings, line: Line) -> None:
    data = line.data
    if data["key"] in work.standing.squadrons:
        raise Nowhere(f"A change adds a squadron, {data['title']}, that is there already")
    work.standing.squadrons[data["key"]] = squadron = Squadron(
        key=data["key"],
        side=_side(line),
        title=data["title"],
        code=data["code"],
        nation=data["nation"],
        service=data["service"],
        aircraft=data["aircraft"],
        base=data.get("base") or "",
    )
    work.tell(squadron.life, "joined", "joined")


def _deliver(work: Workings, line: Line) -> None:
    squadron = _squadron(work, line.data["squadron"])
    pools.add(work, squadron, line.data["codes"], line.data.get("aircraft") or "", follows=False)


def _withdraw(work: Workings, line: Line) -> None:
    pools.take_out(work, [_airframe(work, code) for code in line.data["codes"]], "left the pool", follows=False)


def _move(work: Workings, line: Line) -> None:
    squadron = _squadron(work, line.data["squadron"])
    for airframe in [_airframe(work, code) for code in line.data["codes"]]:
        airframe.squadron = squadron.key
        work.tell(airframe.life, "moved", f"handed over to {squadron.title}")


def _repair(work: Workings, line: Line) -> None:
    airframe = _airframe(work, line.data["code"])
    airframe.status, airframe.back = "serviceable", 0
    work.repairs.discard(airframe.code)
    work.tell(airframe.life, "repaired", "repaired")


def _re_equip(work: Workings, line: Line) -> None:
    squadron = _squadron(work, line.data["squadron"])
    pools.re_equip(work, squadron, line.data["aircraft"], follows=False)
    pools.add(work, squadron, line.data.get("codes", ()), line.data["aircraft"], follows=False)


def _withdraw_squadron(work: Workings, line: Line) -> None:
    squadron = _squadron(work, line.data["squadron"])
    if squadron.status not in ("present", "grounded"):
        raise Nowhere(f"A change withdraws {squadron.title}, which is not there by then")
    pools.withdraw(work, squadron.key, follows=False)


def _bring_squadron(work: Workings, line: Line) -> None:
    squadron = _squadron(work, line.data["squadron"])
    if squadron.status not in ("away", "withdrawn"):
        raise Nowhere(f"A change brings {squadron.title}, which is there already")
    pools.bring_back(work, squadron.key)


def _man(work: Workings, line: Line) -> None:
    men.present(work, _airman(work, line))


def _transfer(work: Workings, line: Line) -> None:
    airman, squadron = _airman(work, line), _squadron(work, line.data["squadron"])
    airman.squadron = squadron.key
    if airman.status != "away":
        men.enter(work, airman)
    work.tell(airman.life, "transferred", f"transferred to {squadron.title}")


def _status(work: Workings, line: Line) -> None:
    men.declare(work, _airman(work, line), line.data["status"], line.data.get("back") or 0)


def _career(work: Workings, line: Line) -> None:
    airman = _airman(work, line)
    men.back_fill(work, airman, line.data)
    work.tell(airman.life, "career", "record brought up to date from paper")


def _skills(work: Workings, line: Line) -> None:
    airman = _airman(work, line)
    men.back_fill(work, airman, {"skills": line.data["skills"]})
    work.tell(airman.life, "skill", f"Skills set to {', '.join(men.skills_of(work, airman)) or 'none'}")


def _stock(work: Workings, line: Line) -> None:
    name = line.data["stock"]
    side = _side(line)
    if name not in work.standing.stocks[side]:
        raise Nowhere(f"A change is about a stock of {name} that this side does not keep")
    stocks.add(work, side, name, line.data["amount"])


def _points(work: Workings, line: Line) -> None:
    work.standing.points[_side(line)] += line.data["points"]


def _progress(work: Workings, line: Line) -> None:
    if work.pack.progress is None:
        raise Nowhere("A change moves the progress marker of a campaign that has none")
    if track.move(work, line.data["spaces"], "as it was decided"):
        events.of_the_space(work)


def _rule(work: Workings, line: Line) -> None:
    work.standing.rules.append(line.data["text"])


CHANGES: Final[Mapping[str, Callable[[Workings, Line], None]]] = {
    "squadron": _add_squadron,
    "deliver": _deliver,
    "withdraw": _withdraw,
    "move": _move,
    "repair": _repair,
    "re-equip": _re_equip,
    "withdraw-squadron": _withdraw_squadron,
    "bring-squadron": _bring_squadron,
    "man": _man,
    "transfer": _transfer,
    "status": _status,
    "career": _career,
    "skills": _skills,
    "stock": _stock,
    "points": _points,
    "progress": _progress,
    "rule": _rule,
}
