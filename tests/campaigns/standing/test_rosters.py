"""The men of a campaign are drawn once, by its seed: rosters, squadrons, all who will ever join them."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.catalogue.library import library
from campaigns.packs import PackDefinition, read_pack
from campaigns.standing.deliveries import deliveries
from campaigns.standing.rosters import another_name, recruits
from tests import make
from tests.engine.rules import rule


def pack(slug: str, **changes: object) -> PackDefinition:
    return read_pack(make.source(slug), f"{slug}.toml").model_copy(update=changes)


@rule("SUP 27")
def test_every_delivery_has_its_men_and_the_last_of_them_are_green():
    front = pack(make.PERIODS)
    men = recruits(front, seed=5)
    for delivery in deliveries(front):
        here = [man for man in men if (man.squadron, man.delivery) == (delivery.squadron, delivery.key)]
        greens = [man.is_green for man in here]
        assert greens == [False] * (delivery.men - delivery.green) + [True] * delivery.green
    assert len(men) == sum(delivery.men for delivery in deliveries(front))
    assert [man.pk for man in men] == list(range(1, len(men) + 1))


def test_men_are_of_the_nation_and_service_of_their_squadron_and_have_no_skills():
    front = pack(make.OPERATION)
    for man in recruits(front, seed=1):
        squadron = front.squadrons[man.squadron]
        assert (man.side, man.nation, man.service) == (squadron.side, squadron.nation, squadron.service)
        assert not man.skills


def test_a_list_that_is_too_short_gives_new_pairs_of_its_names_and_nobody_is_called_like_another():
    decks = pack(make.OPERATION)
    listed = {man.name for man in library().pilots["gb"] if man.service == "FAA"}
    fleet = [man.name for man in recruits(decks, seed=3) if man.side == "allied"]
    assert len(fleet) == 16
    assert len(set(fleet)) == 16
    made_up = [name for name in fleet if name not in listed]
    assert made_up, "16 men are more than the list has without Skills"
    given = {name.split(" ", 1)[0] for name in listed}
    family = {name.split(" ", 1)[1] for name in listed}
    for name in made_up:
        first, last = name.split(" ", 1)
        assert first in given
        assert last in family


def test_hundreds_of_men_have_hundreds_of_names():
    front = pack(make.PERIODS)
    crowd = {key: line.model_copy(update={"pilots": 60}) for key, line in front.squadrons.items()}
    men = recruits(front.model_copy(update={"squadrons": crowd}), seed=9)
    assert len(men) > 240
    assert max(Counter((man.side, man.name) for man in men).values()) == 1
    skilled = {man.name for nation in ("gb", "de") for man in library().pilots[nation] if man.skills}
    assert not skilled & {man.name for man in men}, "they may come by a draw"


def test_the_same_seed_draws_the_same_men_and_another_seed_others():
    front = pack(make.PERIODS)
    names = [[man.name for man in recruits(front, seed)] for seed in (1, 1, 2)]
    assert names[0] == names[1] != names[2]


def test_whoever_is_there_fills_his_place_and_only_the_others_are_drawn():
    front = pack(make.PERIODS)
    men = recruits(front, seed=4)
    assert recruits(front, 4, men) == []
    fighters = front.squadrons["frontier-fighters"]
    larger = front.model_copy(
        update={"squadrons": {**front.squadrons, "frontier-fighters": fighters.model_copy(update={"pilots": 9})}}
    )
    new = recruits(larger, 4, men)
    assert [(man.squadron, man.delivery, man.pk) for man in new] == [
        ("frontier-fighters", "", len(men) + 1),
        ("frontier-fighters", "", len(men) + 2),
    ]
    assert not {man.name for man in new} & {man.name for man in men}


def test_a_campaign_without_squadrons_has_its_roster_and_those_whom_resources_bring():
    land = pack(make.LAND)
    men = recruits(land, seed=7)
    assert Counter(man.nation for man in men if man.on_roster) == {"gb": 14, "de": 12, "it": 5}
    assert all(man.skills and man.resource for man in men if not man.on_roster)


def test_another_man_gets_a_name_that_nobody_has():
    taken = {man.name for man in library().pilots["pl"]}
    name = another_name(pack(make.LAND), "pl", "LWP", 1, taken)
    assert name not in taken
    assert another_name(pack(make.LAND), "pl", "LWP", 1, {*taken, name}) != name


def test_made_up_names_of_women_have_womens_surnames_and_those_of_men_mens():
    soviet = [man for man in library().pilots["su"] if man.service == "VVS"]
    men = [man.name.partition(" ") for man in soviet if not man.is_woman]
    taken = {f"{first} {last}" for first, _, _ in men for _, _, last in men}
    women = set[str]()
    while len(women) < 3:
        women.add(another_name(pack(make.LAND), "su", "VVS", 1, taken | women))
    assert women == {"Nina Zolotareva", "Nina Vershinina", "Galina Zolotareva"}
    with pytest.raises(StopIteration):
        another_name(pack(make.LAND), "su", "VVS", 1, taken | women)


@pytest.mark.parametrize("slug", ["flying-tigers", make.LAND])
def test_a_side_begins_with_as_many_men_as_its_pack_says_though_who_has_a_skill_is_not_of_them(slug: str) -> None:
    said = pack(slug)
    men = recruits(said, seed=3)
    assert len({man.name for man in men}) == len(men)
    for side, has in said.sides.items():
        roster = [man for man in men if man.side == side and not man.resource]
        assert Counter(man.nation for man in roster) == has.pilots
        assert not any(man.skills for man in roster)
    listed = {man.name for man in said.men("jp") if man.skills}
    assert not listed & {man.name for man in men if not man.resource}


@rule("SUP 19.5")
def test_whom_a_resource_brings_by_name_leaves_no_gap_in_the_roster() -> None:
    land = pack(make.LAND)
    known = next(man.name for man in recruits(land, seed=7) if man.on_roster and man.nation == "gb")
    key, resource = next(iter(land.resources_of("allied").items()))
    named = resource.gives[0].model_copy(update={"effect": "named-pilot", "pilot": known, "aircraft": ()})
    brings = resource.model_copy(update={"gives": (*resource.gives, named)})
    men = recruits(land.model_copy(update={"resources": {**land.resources, key: brings}}), seed=7)
    assert [man.resource for man in men if man.name == known] == [key]
    assert Counter(man.nation for man in men if man.on_roster) == {"gb": 14, "de": 12, "it": 5}
