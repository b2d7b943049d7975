"""A campaign of hundreds of missions and of men, made in memory and brought in as a file, as a long one would be."""

from __future__ import annotations

import datetime
import re
from contextlib import suppress
from functools import cache
from typing import Any, TypeAlias

from django.contrib.auth.models import User

from campaigns.models import Campaign
from campaigns.packs import PackDefinition, read_pack
from campaigns.standing import Line, Man, Standing
from missions.archive import schema
from missions.simulation import FlownMission, SimulatedCampaign
from tests import make

BEGAN = "1941-04-14T08:00:00+00:00"
MISSIONS_A_PERIOD = 10
SQUADRONS = 25
"""Of each kind: each with its men."""
MEN = 4
DEBRIEFS = frozenset({"resource", "sortie", "kill", "target", "points", "fate", "search", "debriefed"})
"""Kinds of entries that a debrief writes."""

Document: TypeAlias = dict[str, Any]
_Batch: TypeAlias = tuple[int, str]
"""What is written at once: of which mission, 0 of none, and in which act."""


@cache
def source(periods: int) -> str:
    """The little front gone on for so many periods, with a hundred squadrons and no end of replacements."""
    text = make.source(make.PERIODS)
    last = datetime.date(1941, 4, 14) + datetime.timedelta(days=periods)
    text = text.replace('slug = "little-front"', f'slug = "long-front-{periods}"')
    text = text.replace("1941-05-04", last.isoformat()).replace("days = 7", "days = 1")
    text = re.sub(r"\[\[replacements\]\].*?(?=\[stocks)", "", text, flags=re.DOTALL)
    text = re.sub(r"\[stocks.*?(?=\[progress)", "", text, flags=re.DOTALL)
    text = re.sub(r"\[events.*?(?=\[resources)", "", text, flags=re.DOTALL)
    text = re.sub(r"\[resources.*?(?=\[\[stages\]\])", "", text, flags=re.DOTALL)
    text = re.sub(r"\[\[stages.weather\]\].*?(?=\[missions)", "", text, flags=re.DOTALL)
    text = text.replace("missions = 3\nperiods = 3", f"missions = {MISSIONS_A_PERIOD}\nperiods = {periods}")
    text = text.replace("start = 3\nspaces", "start = 3\nmoves = [{ least = 99, spaces = 1 }]\nspaces")
    found = re.findall(r"\[squadrons\.[^\]]+\]\n(?:[^\[\n].*\n|\n)*", text)
    for block in found:
        text = text.replace(block, "".join(_squadron(block, number) for number in range(SQUADRONS)))
    return text


def _squadron(block: str, number: int) -> str:
    """One of many squadrons of a kind, with a man more for each."""
    block = re.sub(r"\[squadrons\.([^\]]+)\]", rf"[squadrons.\1-{number}]", block)
    block = re.sub(r'code = "(..)"', lambda code: f'code = "{code[1]}{number:02}"', block)
    block = re.sub(r"pilots = \d+", f"pilots = {MEN}", block)
    block = re.sub(r"strength = \d+", "strength = 20", block)
    return re.sub(r"green = \d+\n", "", block)


class _Enough(Exception):
    """So many missions have been flown."""


@cache
def _flown(periods: int, missions: int) -> tuple[PackDefinition, SimulatedCampaign]:
    """``missions``: after so many it is left as it stands."""
    pack = read_pack(source(periods), "long.toml")
    campaign = SimulatedCampaign(pack, 1)

    def leave() -> None:
        if len(campaign.missions) == missions:
            raise _Enough

    with suppress(_Enough):
        campaign.fly(leave)
    return pack, campaign


def campaign(owner: User, periods: int) -> Campaign:
    """A campaign that has been flown to its end, ten missions a period, brought in by ``owner``."""
    return make.brought_in(actor=owner, content=content(periods))


def under_way(owner: User, periods: int, missions: int) -> Campaign:
    """One of as many periods of which so many missions have been flown."""
    return make.brought_in(actor=owner, content=content(periods, missions))


@cache
def content(periods: int, missions: int = 0) -> bytes:
    """Its file; ``missions``: so many have been flown, 0: all."""
    pack, flown = _flown(periods, missions)
    journal = [_entry(line) for line in flown.lines]
    if not missions:
        journal.append(_end(flown.standing))
    numbers: dict[_Batch, int] = {}
    for entry in journal:
        entry["batch"] = numbers.setdefault(entry["batch"], len(numbers) + 1)
    document = {
        "format": schema.FORMAT,
        "version": schema.VERSION,
        "pack": {"slug": pack.slug, "version": pack.version, "source": source(periods)},
        "campaign": {
            "name": "The long front",
            "seed": flown.seed,
            "status": "running" if missions else "finished",
            "created_at": BEGAN,
            "allied": "person",
            "axis": "staff",
        },
        "pilots": [_pilot(man) for man in flown.men],
        "missions": [_mission(each, pack, numbers[each.number, "debrief"]) for each in flown.missions],
        "journal": journal,
    }
    return schema.seal(document)


def _entry(line: Line) -> Document:
    what = "debrief" if line.kind in DEBRIEFS else "drawn"
    batch: _Batch = (line.mission, what) if line.mission else (0, "begun")
    return {
        "batch": batch,
        "by": "",
        "at": BEGAN,
        "moment": line.moment,
        "kind": line.kind,
        "side": line.side,
        "mission": line.mission,
        "pilot": line.pilot_id,
        "data": dict(line.data),
        "reverses": None,
    }


def _end(standing: Standing) -> Document:
    """The entry that ends the campaign."""
    grade, totals = standing.grade, dict(standing.points)
    return {
        "batch": (0, "ended"),
        "by": "",
        "at": BEGAN,
        "moment": standing.moment + 1,
        "kind": "finished",
        "side": "",
        "mission": None,
        "pilot": None,
        "data": {
            "missions": standing.flown,
            "points": totals,
            "margin": totals["allied"] - totals["axis"],
            "least": grade.least,
            "grade": {"allied": grade.allied, "axis": grade.axis},
            "text": grade.text,
        },
        "reverses": None,
    }


def _pilot(man: Man) -> Document:
    return {
        "side": man.side,
        "name": man.name,
        "nation": man.nation,
        "service": man.service,
        "skills": man.skills,
        "on_roster": man.on_roster,
        "resource": man.resource,
        "squadron": man.squadron,
        "delivery": man.delivery,
        "is_green": man.is_green,
    }


def _mission(mission: FlownMission, pack: PackDefinition, debriefed_in: int) -> Document:
    """``debriefed_in``: the number of the batch that debriefed it."""
    drawn = pack.mission(mission.drawn.key)
    return {
        "number": mission.number,
        "key": mission.drawn.key,
        "period": mission.period,
        "title": drawn.title,
        "date": mission.drawn.date.isoformat(),
        "place": drawn.place,
        "seed": mission.seed,
        "status": "debriefed",
        "scenario": {"stage": mission.drawn.stage.key, "skilled": {}},
        "opened_at": None,
        "orders": [
            {"side": side, "document": plan.as_json(), "signed_at": BEGAN, "signed_by": "staff"}
            for side, plan in mission.plans.items()
        ],
        "flight": {
            "way": "table" if mission.way == "engine" else mission.way,
            "record": "",
            "report": mission.report.as_json(),
            "stored_at": BEGAN,
        },
        "debrief": {"at": BEGAN, "by": "person", "batch": debriefed_in},
    }
