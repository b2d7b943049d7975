"""What the engine is told of orders from a pool: the clouds, and what men have learned. [SUP 27]"""

from __future__ import annotations

from typing import Any

from campaigns.packs import read_pack
from campaigns.packs.schema import SIDES, Side
from campaigns.standing import Standing
from missions.planning import setups
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders, stored
from missions.planning.validation import as_flown
from tests import make
from tests.engine.rules import rule
from tests.missions.planning.pools import front, offered, refused, said, signed, standing_of


def engine_setup(key: str, standing: Standing, **units: list[dict[str, Any]]) -> dict[str, Any]:
    documents = {side: make.checked(offered(key, side, standing), {"units": units.get(side, [])}) for side in SIDES}
    return setups.setup(
        MissionContext(
            pack=standing.pack,
            key=key,
            month="1941-04",
            orders={
                side: as_flown(standing.pack, key, side, stored(document), []) for side, document in documents.items()
            },
            standing=standing,
        )
    )


@rule("SUP 27.1", "SUP 24.6")
def test_clouds_of_the_period_lie_over_the_target():
    units = [said("axis-1")]
    clear = engine_setup("port", standing_of(), axis=units)
    clouded = engine_setup("port", standing_of(front(), "Low cloud"), axis=units)
    assert "clouds_over_target" not in clear["effects"]["allied"]
    assert clouded["effects"]["allied"]["clouds_over_target"] is True
    assert not clouded["effects"]["axis"], "they hinder who strikes, and help nobody else"
    assert not any(engine_setup("sweep", standing_of(front(), "Low cloud"), axis=[said("axis-1")],
                                allied=[said("allied-1")])["effects"].values())  # fmt: skip


@rule("SUP 19.6")
def test_green_men_fly_green_and_others_with_the_skills_they_have_learned():
    standing = standing_of()
    choices = offered("port", "axis", standing)
    green = next(each for each in standing.airmen.values() if each.squadron == "jagd" and each.is_green)
    veteran = next(each for each in standing.airmen.values() if each.squadron == "jagd" and not each.is_green)
    veteran.skills = ("A",)
    unit = said("axis-3", leader_pilot=veteran.pk, wingman_pilot=green.pk)
    assert signed(choices, said("axis-1"), unit)
    escort = next(
        each for each in engine_setup("port", standing, axis=[said("axis-1"), unit])["units"] if each["id"] == "axis-3"
    )
    assert escort["leader_pilot"] == {"name": veteran.name, "skills": ["A"]}
    assert escort["wingman_pilot"] == {"name": green.name, "skills": ["Green"]}


@rule("SUP 19.6")
def test_nobody_who_is_green_is_given_a_skill():
    text = (
        make.source(make.PERIODS)
        .replace('effect = "flak-guns"', 'effect = "small-arms"')
        .replace('gives = [{ effect = "blitzkrieg" }]\nevent = "forts"', 'gives = [{ effect = "experienced-crew" }]')
    )
    standing = standing_of(read_pack(text, "front.toml"))
    first, second, third, fourth, *_ = [each for each in standing.airmen.values() if each.squadron == "stuka"]
    first.is_green = second.is_green = third.is_green = True
    choices = offered("port", "axis", standing)
    greens = said("axis-1", leader_pilot=first.pk, wingman_pilot=second.pk)
    mixed = said("axis-2", leader_pilot=third.pk, wingman_pilot=fourth.pk)
    refusal = refused(choices, greens, mixed, resource="night-raid", experienced_crew="axis-1")
    assert (refusal.field, "[Supplement 19.6.3]" in refusal.sentence) == ("experienced_crew", True)
    document = make.checked(choices, {"units": [greens, mixed], "resource": "night-raid"})
    assert document["experienced_crew"] == "axis-2"
    flown: dict[Side, SideOrders] = {"axis": as_flown(standing.pack, "port", "axis", stored(document), ["night-raid"])}
    context_ = MissionContext(pack=standing.pack, key="port", month="1941-04", orders=flown, standing=standing)
    units = {unit["id"]: unit for unit in setups.setup(context_)["units"]}
    assert units["axis-2"]["leader_pilot"]["skills"] == ["Green"]
    assert units["axis-2"]["wingman_pilot"]["skills"] == ["BM"]
