"""Events: on a day, at a space of the track, after another; each once, and what they bring. [SUP 27 step 8]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from campaigns.packs.pools import Event, EventEffect
from campaigns.standing import men, pools, stocks, track
from campaigns.standing.workings import Workings


def of_the_day(work: Workings) -> None:
    """Those whose day has come, and those that follow so many periods (or Missions) after another."""
    today = work.date
    assert today is not None
    for key, event in work.pack.events.items():
        on_its_day = event.date is not None and today >= event.date
        follows = event.after in work.ticks and work.tick >= work.ticks[event.after] + event.delay
        if on_its_day or follows:
            happen(work, key, event)


def of_the_space(work: Workings) -> None:
    """Those of the space where the marker stands now."""
    for key, event in work.pack.events.items():
        if event.space is not None and event.space == work.standing.marker:
            happen(work, key, event)


def happen(work: Workings, key: str, event: Event) -> None:
    """An event happens, unless it has before."""
    standing = work.standing
    if key in standing.events:
        return
    standing.events[key] = work.moment
    work.ticks[key] = work.tick
    work.tell(standing.life, "event", f"{event.title}: {event.text}".rstrip("."), follows=True)
    before = standing.marker
    for index, effect in enumerate(event.gives):
        EFFECTS[effect.effect](work, f"event:{key}:{index}", effect)
    if standing.marker != before:
        of_the_space(work)


def _deliver(work: Workings, key: str, effect: EventEffect) -> None:
    if key in work.deliveries:
        pools.deliver(work, work.deliveries[key])


def _withdraw(work: Workings, key: str, effect: EventEffect) -> None:
    """A squadron leaves or, if numbers are named, so many of its aircraft and men."""
    squadron = work.standing.squadrons.get(effect.squadron or "")
    if squadron is None or squadron.status == "withdrawn":
        return
    if not effect.aircraft and not effect.pilots:
        pools.withdraw(work, squadron.key, follows=True)
        return
    in_pool = pools.of_squadron(work, squadron.key)
    leaving = sorted(in_pool, key=lambda airframe: (airframe.status != "serviceable", -airframe.sorties))
    pools.take_out(work, leaving[: effect.aircraft], "left its squadron", follows=True)
    men.leave(work, squadron.key, effect.pilots)


def _stock(work: Workings, key: str, effect: EventEffect) -> None:
    if effect.side and effect.stock:
        stocks.add(work, effect.side, effect.stock, effect.amount)


def _points(work: Workings, key: str, effect: EventEffect) -> None:
    if effect.side:
        work.standing.points[effect.side] += effect.amount


def _progress(work: Workings, key: str, effect: EventEffect) -> None:
    """Spaces up the track or, if a side is named, in its favour."""
    if work.pack.progress is not None:
        spaces = track.up(work, effect.side, effect.amount) if effect.side else effect.amount
        track.move(work, spaces, "by an event")


def _cap(work: Workings, key: str, effect: EventEffect) -> None:
    """Of the period that is beginning, or else of the next."""
    work.caps_to_come.append((effect.side, effect.amount))


def _resource(work: Workings, key: str, effect: EventEffect) -> None:
    """``questions.is_locked`` asks whether the event has happened."""


def _move(work: Workings, key: str, effect: EventEffect) -> None:
    squadron = work.standing.squadrons.get(effect.squadron or "")
    if squadron is not None and effect.base:
        squadron.base = effect.base
        work.tell(squadron.life, "moved", f"moved to {effect.base}", follows=True)


EFFECTS: Final[Mapping[str, Callable[[Workings, str, EventEffect], None]]] = {
    "deliver": _deliver,
    "re-equip": _deliver,
    "withdraw": _withdraw,
    "stock": _stock,
    "points": _points,
    "progress": _progress,
    "cap": _cap,
    "resource": _resource,
    "move": _move,
}
