"""How pages say things: sides, altitudes, dates, cards, and the marks that go with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Any, Protocol

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince

import engine
from campaigns.access import plays_alone, viewer
from campaigns.catalogue import type_names
from campaigns.catalogue.library import aircraft_name, library
from campaigns.models import Campaign, Role
from campaigns.packs.definition import PackDefinition
from campaigns.packs.effects import any_of, beside
from campaigns.packs.schema import (
    COLOURS,
    Location,
    MatchUp,
    MissionDefinition,
    Points,
    Resource,
    Scoring,
    Side,
    UnitLine,
)
from campaigns.selectors import outlines
from campaigns.selectors.audience import said_to
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.sides import ABOUT, titles_on_page
from campaigns.standing.model import Airframe
from campaigns.standing.words import sentence
from config.common import figures, leads, vocabulary
from config.common.addresses import address
from config.common.vocabulary import CLASSES, DOCTRINES, EXITS, nation_name
from engine.core import own_types

register = template.Library()


class OffersResources(Protocol):
    """A side's choices for a mission."""

    def resource(self, key: str) -> Any: ...


register.filter("aircraft", aircraft_name)


@register.filter
@lru_cache(maxsize=1000)
def unbroken(name: str) -> SafeString:
    """A name whose marks stay on one line: P-47C-5 does not break, nor does Mk I; Morane-Saulnier may."""
    words = (
        format_html('<span class="nowrap">{}</span>', " ".join(word.split()))
        if any(letter.isdecimal() or letter.isspace() for letter in word)
        else word
        for word in type_names.unbroken(name).split(" ")
    )
    return format_html_join(" ", "{}", ((word,) for word in words))


@register.filter
def in_quotes(names: Iterable[str]) -> str:
    """
    >>> in_quotes(["Stuka", "Zeke"])
    '“Stuka”, “Zeke”'
    """
    return ", ".join(f"“{name}”" for name in names)


@register.simple_tag(takes_context=True)
def side_title(context: Context, side: str) -> str:
    """What a side is called in the game that the page is about, by what its view said: no loop within it."""
    return _titles(context)[side]


def _titles(context: Context) -> Mapping[str, str]:
    said: Mapping[str, Any] = next((layer for layer in context.dicts if ABOUT & layer.keys()), {})
    return titles_on_page(said)


@register.simple_tag(takes_context=True)
def lead(context: Context, margin: float, places: int = 0) -> str:
    """Which side is ahead and by how much, of Allied less Axis."""
    return leads.lead(margin, _titles(context), places)


@register.simple_tag(takes_context=True)
def lead_from(context: Context, low: float | None, high: float | None) -> str:
    """From which lead to which; ``None`` has no end."""
    return leads.lead_from(low, high, _titles(context))


@register.filter
def class_title(slug: str) -> str:
    return CLASSES.get(slug, slug)


register.filter("nation", nation_name)


register.filter(vocabulary.words)


@register.filter
def clock(zone: str) -> str:
    """``America/New_York`` as people write it: America/New York."""
    return zone.replace("_", " ")


KINDS = {
    "land": "Land campaign",
    "operation": "Operation",
    "progressive": "Progressive campaign",
    "solitaire": "Solitaire",
    "dogfights": "Dogfights",
}


STATES = {
    "serviceable": ("serviceable", "good"),
    "repair": ("under repair", "warn"),
    "lost": ("lost", "bad"),
    "withdrawn": ("withdrawn", ""),
    "fit": ("fit", "good"),
    "wounded": ("wounded", "warn"),
    "leave": ("on leave", "warn"),
    "evading": ("evading", "warn"),
    "missing": ("missing", "bad"),
    "captured": ("captured", "bad"),
    "killed": ("killed", "bad"),
    "away": ("not here yet", ""),
    "posted": ("posted away", ""),
    "present": ("here", "good"),
    "grounded": ("grounded", "warn"),
}
"""What an aircraft, a man or a squadron is said to be, and the colour of its chip."""


@register.simple_tag
def shelf_url(shelf: Any, page: str, *args: object) -> str:
    """The address of a page of a person's shelf of cards, or of a club's."""
    return str(shelf.address(page, *args))


@register.simple_tag
def state_chip(status: str) -> SafeString:
    """A chip that says how an aircraft, a man or a squadron is."""
    words_, colour = STATES[status]
    return format_html('<span class="chip {}">{}</span>', colour, words_)


@register.filter
def state_colour(status: str) -> str:
    """The colour of a chip that says more than the state's name."""
    return STATES[status][1]


register.filter("deed", sentence)


@register.filter
def ago(when: datetime) -> str:
    """How long something is past: *3 minutes ago*; of what is not a minute old *just now*."""
    passed = timezone.now() - when
    return "just now" if passed < timedelta(minutes=1) else f"{timesince(when)} ago"


@register.filter
def moment(number: int) -> str:
    """When something happened that no Mission brought about: at the start, after mission 4."""
    return f"After mission {number // 2}" if number > 1 else "At the start"


@register.filter
@lru_cache(maxsize=5000, typed=True)
def kept_whole(text: str) -> SafeString:
    """A sentence of which no line ends inside a word: ``K-L`` is one place, and stays together."""
    return mark_safe(whole_words(conditional_escape(text)))


def whole_words(escaped: str) -> str:
    """The same of one that has been escaped."""
    return _HYPHENED.sub(r'<span class="nowrap">\g<0></span>', escaped) if "-" in escaped else escaped


_HYPHENED = re.compile("[^ ]*-[^ ]*")
"""A word with a hyphen. What is escaped has no other spaces and hyphens than it had."""


register.filter("kills", vocabulary.amount)


@register.filter
def pack_kind(kind: str) -> str:
    """What a kind of pack is called."""
    return KINDS[kind]


register.filter(vocabulary.day)


register.filter(vocabulary.month)


register.filter(vocabulary.rule_name)


register.filter(figures.signed)


register.filter(figures.figure)


@register.filter
def get(mapping: Mapping[str, object], key: str) -> Any:
    return mapping.get(key)


@register.filter
def resource(choices: OffersResources, key: str) -> Any:
    """The resource of that key, or nothing."""
    return choices.resource(key)


@register.filter
def doctrine(name: str) -> str:
    return DOCTRINES.get(name, "")


@register.filter
def exit_words(how: str) -> str:
    return EXITS.get(how, how)


@register.filter
def target(slug: str) -> str:
    known = library().targets.get(slug)
    return known.name if known else slug


@register.filter
def is_own_card(slug: str) -> bool:
    """Whether somebody has made it: it is none of the house's."""
    return own_types.is_own(slug)


@register.filter
def mission_of(pack: PackDefinition, key: str) -> MissionDefinition:
    return pack.mission(key)


@register.filter
def resources_of(pack: PackDefinition, side: Side) -> list[Resource]:
    return list(pack.resources_of(side).values())


@register.filter
def effects(resource: Resource, pack: PackDefinition) -> tuple[str, ...]:
    """What a resource of a pack gives, in words that its text does not use already."""
    return beside(resource.text, resource.gives, pack.rules)


@register.filter
def match_ups(location: Location) -> list[tuple[str, MatchUp]]:
    """A location's match-ups with the colour of the card that draws each."""
    return [(colour, location.match_up(colour)) for colour in COLOURS]


@register.filter
def system_title(slug: str) -> str:
    """What a game system is called."""
    return engine.systems()[slug].title


@register.filter
def strength(line: UnitLine) -> str:
    """What flies by a pack's line, in the rulebook's units: 2 Elements, Lone Leader, Formation of 3."""
    kind = library().aircraft[line.aircraft[0]]
    if kind.in_formation:
        kinds = [("Formation", f" of {' or '.join(map(str, line.size))}")]
    elif kind.is_sized:
        each = f"{any_of(map(str, line.size))} aircraft"
        return f"{line.count} units of {each}" if line.count > 1 else each
    else:
        together = ("Section", " of three") if line.section else ("Element", "")
        alone = {line.wingman == "never" or library().aircraft[slug].flies_alone for slug in line.aircraft}
        kinds = [together] if False in alone else []
        if True in alone or line.wingman == "optional":
            kinds.append(("Lone Leader", ""))
    plural = "s" if line.count > 1 else ""
    names = " or ".join(f"{kind}{plural}{detail}" for kind, detail in kinds)
    return f"{line.count} {names}" if plural else names


@register.filter
def line_terms(line: UnitLine) -> str:
    """What a pack's line says of a unit's part, load and time: striker, bombs, arrives on Turn 1, 2 or 3."""
    terms: list[str] = [] if line.role == "fighter" else [line.role]
    if line.load:
        terms.append(any_of(load.replace("-", " ") for load in line.load))
    if line.arrives != (1,):
        terms.append(f"arrives on Turn {any_of(map(str, line.arrives))}")
    if line.phase:
        terms.append("Target-Bound only" if line.phase == "target-bound" else "Home-Bound only")
    if line.belt:
        terms.append(f"over the {line.belt}")
    if line.over_target:
        terms.append("may go Over Target")
    return ", ".join(terms)


@register.filter
def sources(mission: MissionDefinition) -> list[tuple[str, str]]:
    """What sources say of a mission: each fact in words, and what is said of it."""
    return [(_fact(path), vocabulary.rule_name(source)) for path, source in mission.fixed.items()]


_FACTS = {"base": "Durations", "setup": "Set-up", "units": "Aircraft"}


def _fact(path: str) -> str:
    """``units.2`` as words: Aircraft, line 2."""
    key, *inside = path.split(".")
    said = [_FACTS.get(key, vocabulary.words(key.replace("_", "-")))]
    said += [f"line {each}" if each.isdigit() else each.replace("_", " ") for each in inside if each != "slug"]
    return ", ".join(said)


@register.filter
def duration(mission: MissionDefinition) -> str:
    """How many Turns a mission has; of a strike, for the slowest striker it may have. [WBY 23.1.1]

    Of aircraft without a speed to reckon by what its set-up says; empty where the rules of their system say more.
    """
    if mission.week:
        return "as many Turns as the flying bombs need"
    types = library().aircraft
    if not all(types[slug].speed for line in mission.units for slug in line.aircraft):
        return f"{turns} Turns" if (turns := mission.setup.get("turns")) else ""
    strikers = [types[slug] for line in mission.units if line.role == "striker" for slug in line.aircraft]
    bound, over, home = mission.duration(min((each.speed for each in strikers), default=0))
    if not bound:
        return f"{over} Turns"
    return f"{bound} Turn{'s' if bound > 1 else ''} Target-Bound, {over} Over Target, {home} Home-Bound"


@register.filter
def point_rows(scoring: Scoring) -> list[tuple[str, Points]]:
    """The classes of aircraft that a pack gives points for."""
    return [(CLASSES[kind], points) for kind, points in scoring.by_class.items()]


@register.filter
def rewards_strikes(scoring: Scoring) -> bool:
    """Whether any class of aircraft earns its owner points by coming home from the target."""
    return any(points.home for points in scoring.by_class.values())


@register.inclusion_tag("campaigns/campaigns/nav.html", takes_context=True)
def campaign_nav(context: Context, campaign: Campaign, here: str) -> dict[str, object]:
    """The pages of a campaign; ``here`` is the one that this is. One query for a campaign that a view has fetched."""
    pack, member = definition_of(campaign), viewer(campaign, context["request"].user)
    return {
        "campaign": campaign,
        "here": here,
        "map": pack.map is not None,
        "pools": pack.keeps_pools,
        "men": pack.names_men,
        "careers": pack.options.careers,
        "may_change": member is not None and member.ranks(Role.COMMANDER),
        "said": said_to(campaign, member) if member is not None else 0,
        "alone": plays_alone(campaign),
    }


@register.inclusion_tag("parts/log_links.html")
def print_links(campaign: Campaign, label: str, *named: str | int) -> dict[str, str]:
    """A document of a campaign on either paper; ``named`` as ``missions.prints.registry`` knows it, in pieces."""
    document = "/".join(map(str, named))
    return {"url": address("campaign-print", campaign.pk, document, "pdf"), "label": label}


@register.simple_tag
@cache
def side_mark(side: str) -> SafeString:
    """The mark of a side; decoration, so the name stands beside it."""
    return format_html(
        '<svg class="side-mark {}" aria-hidden="true"><use href="{}#{}" /></svg>', side, static("img/marks.svg"), side
    )


@register.simple_tag(takes_context=True)
def side_name(context: Context, side: str) -> SafeString:
    """Mark and name of a side in its colour."""
    return format_html('<span class="side-name {}">{}{}</span>', side, side_mark(side), side_title(context, side))


@register.simple_tag
def plane(slug: str, css: str = "plane-mark") -> SafeString:
    """The outline of an aircraft, nose up."""
    return format_html(
        '<svg class="{}" viewBox="0 0 100 100" aria-hidden="true"><use href="{}" /></svg>', css, outlines.address(slug)
    )


@register.simple_tag
def flight_line(line: Iterable[Airframe]) -> SafeString:
    """The aircraft of a squadron side by side, each as it is and with its code. Of a type the outline is made once."""
    outline: dict[str, SafeString] = {}
    stand: list[str] = []
    for each in line:
        if each.aircraft not in outline:
            outline[each.aircraft] = plane(each.aircraft)
        stand.append(f'<span class="{each.status}" title="{escape(each.code)}">{outline[each.aircraft]}</span>')
    return mark_safe("\n".join(stand))
