"""Events of a pack: each with one trigger, none waiting for itself, and effects that are whole. [SUP 27 step 8]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import Path
from campaigns.packs.mission_checks import Found, check_green, unknown
from campaigns.packs.pool_checks import check_day, check_type
from campaigns.packs.pools import Event, EventEffect, EventEffectName

TRIGGERS = ("date", "space", "after")


KEYS: Mapping[EventEffectName, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "deliver": (("squadron",), ("aircraft", "pilots", "green", "type")),
    "re-equip": (("squadron", "type"), ("aircraft", "pilots", "green")),
    "withdraw": (("squadron",), ("aircraft", "pilots")),
    "stock": (("side", "stock", "amount"), ()),
    "points": (("side", "amount"), ()),
    "progress": (("amount",), ("side",)),
    "cap": (("amount",), ("side",)),
    "resource": (("resource",), ()),
    "move": (("squadron", "base"), ("at",)),
}
"""What an effect must say, and what it may say besides."""
OF_PERIODS = ("progress", "cap")
"""Effects that mean something in campaigns of periods only."""


def check_events(pack: PackDefinition) -> Iterator[Found]:
    for key, event in pack.events.items():
        path: Path = ("events", key)
        yield from _trigger(pack, key, event, path)
        if not event.gives:
            yield path, "Nothing follows from this event: say in gives what it does."
        for index, effect in enumerate(event.gives):
            yield from _effect(pack, key, event, effect, (*path, "gives", index))
    yield from _cycles(pack.events)
    for key, resource in pack.resources.items():
        if resource.event is not None and resource.event not in pack.events:
            yield ("resources", key, "event"), unknown("an event of this pack", resource.event, pack.events)


def _trigger(pack: PackDefinition, key: str, event: Event, path: Path) -> Iterator[Found]:
    given = [name for name in TRIGGERS if getattr(event, name) is not None]
    if len(given) != 1:
        what = f"It has {' and '.join(given)}" if given else "Nothing sets this event off"
        yield path, f"{what}: give it exactly one of date, space and after."
    if event.after is None and "delay" in event.model_fields_set:
        yield (*path, "delay"), "Only an event after another has a delay. Remove it."
    if event.date is not None:
        yield from check_day(pack, event.date, (*path, "date"))
    if event.space is not None:
        if pack.progress is None:
            yield (*path, "space"), "This pack has no track: add progress, or give a date."
        elif event.space > len(pack.progress.spaces):
            yield (
                (*path, "space"),
                f"The track has spaces 1 to {len(pack.progress.spaces)}, and no {event.space}. Give one of them.",
            )
    if event.after is not None:
        if not pack.has_periods:
            yield (*path, "after"), "Events follow one another by periods, which this kind has not. Give a date."
        elif event.after not in pack.events:
            yield (*path, "after"), unknown("an event of this pack", event.after, pack.events)


def _effect(pack: PackDefinition, key: str, event: Event, effect: EventEffect, path: Path) -> Iterator[Found]:
    needs, may = KEYS[effect.effect]
    for name in needs:
        if not getattr(effect, name):
            yield path, f"An event that gives {effect.effect} must say {name}: add it."
    for name in sorted(effect.model_fields_set - {"effect", *needs, *may}):
        yield (*path, name), f"{effect.effect} has no {name}. Remove it."
    if effect.effect == "deliver" and not (effect.aircraft or effect.pilots):
        yield path, "An event that gives deliver must say what comes: add aircraft or pilots."
    yield from check_green(effect.green, effect.pilots, path)
    if effect.effect in OF_PERIODS and not pack.has_periods:
        yield (*path, "effect"), f"Only campaigns of periods have a {effect.effect}. Remove it."
    elif effect.effect == "progress" and pack.progress is None:
        yield (*path, "effect"), "This pack has no track: add progress, or remove this."
    if effect.squadron is not None and effect.squadron not in pack.squadrons:
        yield (*path, "squadron"), unknown("a squadron of this pack", effect.squadron, pack.squadrons)
    elif effect.squadron is not None and effect.type is not None:
        date = event.date or pack.last
        yield from check_type(pack.squadrons[effect.squadron], effect.type, date, (*path, "type"))
    if effect.stock is not None and effect.side is not None and effect.stock not in pack.stocks.get(effect.side, {}):
        yield (*path, "stock"), f"The {effect.side} side has no stock of {effect.stock}: add it to stocks."
    if effect.resource is not None:
        yield from _resource(pack, key, effect.resource, (*path, "resource"))


def _resource(pack: PackDefinition, event: str, resource: str, path: Path) -> Iterator[Found]:
    if resource not in pack.resources:
        yield path, unknown("a Resource of this pack", resource, pack.resources)
    elif pack.resources[resource].event != event:
        yield path, f"{resource} may be used without this event: give that Resource event = {event!r}."


def _cycles(events: Mapping[str, Event]) -> Iterator[Found]:
    """Events of which each waits for the next, and the last for the first; each ring once."""
    order = {key: place for place, key in enumerate(events)}
    done: set[str] = set()
    for key in events:
        way: dict[str, None] = {}
        at: str | None = key
        while at is not None and at in events and at not in done and at not in way:
            way[at] = None
            at = events[at].after
        if at in way:
            steps = list(way)
            ring = steps[steps.index(at) :]
            first = min(range(len(ring)), key=lambda place: order[ring[place]])
            ring = [*ring[first:], *ring[:first]]
            named = ring if len(ring) <= 6 else [*ring[:5], "…"]
            yield (
                ("events", ring[0], "after"),
                f"These events wait for one another: {' after '.join([*named, ring[0]])}. Give one a date or a space.",
            )
        done.update(way)
