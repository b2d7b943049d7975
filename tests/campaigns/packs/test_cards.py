"""Aircraft of a maker's own that a pack carries: read, refused with their rule, told apart from the house's."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from campaigns.catalogue.library import FIXTURES, library
from campaigns.catalogue.shapes import shape_name
from campaigns.heraldry.kill_board import mark
from campaigns.packs import PackError, read_pack
from campaigns.packs.card_files import copy_of, toml_of
from campaigns.packs.cards import aircraft_card, stands_for
from campaigns.standing.rosters import recruits
from config.common.vocabulary import nation_name
from engine.core import own_types
from engine.core.errors import EngineError
from tests.each import for_each

LAND, CIRCUS, BIG_WEEK, KENT = "rommel-attacks", "flying-circus-1917", "big-week", "angels-over-kent"
FLOWN = {LAND: "hurricane-i", CIRCUS: "albatros-d-iii", BIG_WEEK: "p-51-flight", KENT: "hurricane-mk-i"}
"""A type that each of these packs flies."""


def text_of(pack: str) -> str:
    return (FIXTURES / "packs" / f"{pack}.toml").read_text("utf-8")


def carrying(pack: str, slug: str = "", **changed: Any) -> str:
    """The text of a shipped pack with a card of its own in place of a type that it flies."""
    slug = slug or FLOWN[pack]
    card = toml_of({**copy_of(slug), **changed}, "cards", "aircraft", slug)
    return f"{text_of(pack)}\n{card}\n"


def refused(text: str) -> str:
    with pytest.raises(PackError) as refusal:
        read_pack(text, "mine.toml")
    return str(refusal.value)


@for_each(FLOWN)
def test_a_pack_flies_its_own_card_in_place_of_the_houses_and_says_so(pack: str) -> None:
    house = library().aircraft[FLOWN[pack]]
    read = read_pack(carrying(pack), "mine.toml")
    (own,) = read.own_types
    assert (own.name, own.provenance, own.is_own) == (f"{house.name} (own)", "own", True)
    assert stands_for(own) == house
    assert shape_name(own.slug) == shape_name(house.slug)
    flown = {slug for _, mission in read.all_missions() for unit in mission.units for slug in unit.aircraft}
    flown |= {line.aircraft for line in read.squadrons.values()}
    assert own.slug in flown
    assert house.slug not in flown
    assert own.slug in read.types
    assert house.slug not in read.types
    assert read.cards.tables[0]["slug"] == own.slug


def test_the_houses_list_of_aircraft_stays_as_it_is() -> None:
    before = dict(library().aircraft)
    read_pack(carrying(LAND), "mine.toml")
    assert dict(library().aircraft) == before
    assert library().aircraft["hurricane-i"].name == before["hurricane-i"].name


def test_two_packs_with_cards_of_one_slug_do_not_meet() -> None:
    one, other = (read_pack(carrying(LAND, name=name), "mine.toml").own_types[0] for name in ("One", "Other"))
    assert one.written == other.written == "hurricane-i"
    assert one.slug != other.slug
    assert (library().aircraft[one.slug].name, library().aircraft[other.slug].name) == ("One", "Other")


def test_every_type_of_the_house_can_be_copied_into_a_card_that_the_rules_take() -> None:
    for slug, known in library().aircraft.items():
        table = tomllib.loads(toml_of(copy_of(slug), "cards", "aircraft", slug))["cards"]["aircraft"][slug]
        made, wrong = aircraft_card(known.system, slug, table)
        assert not wrong, slug
        assert made is not None
        own = library().aircraft[made["slug"]]
        assert (own.value, own.aircraft_class, own.speed, own.modes) == (
            known.value,
            known.aircraft_class,
            known.speed,
            known.modes,
        )
        assert engine.systems()[known.system].type_cards(own.slug)


@pytest.mark.parametrize(
    ("pack", "old", "new", "said"),
    [
        (LAND, "performance = 5", "performance = 70", "'70' is too large: use 15 or less. [Wild Blue Yonder 5.2.2]"),
        (
            LAND,
            "damage = 6",
            "damage = 3",
            "the Damaged side must bear more Hits than the other side. [Wild Blue Yonder 5.2.1]",
        ),
        (LAND, 'class = "fighter"', 'class = "heavy-bomber"', "[Wild Blue Yonder 17.3.1]"),
        (LAND, 'nation = "gb"', 'nation = "zz"', "'zz' is no nation here"),
        (LAND, 'provenance = "own"', 'provenance = "rulebook"', "cannot stand here. Use 'own'."),
        (LAND, "[cards.aircraft.hurricane-i]", "[cards.aircraft.hurricane-i]\nrange = 5", "no such key here"),
        (CIRCUS, "special = [", 'special = ["good-climb", "bad-climb", ', "[Down in Flames WWI, Special Abilities]"),
        (CIRCUS, "airframe = 7", "airframe = 3", "[Down in Flames WWI, Damage]"),
        (BIG_WEEK, "traits = []", 'traits = ["forward-guns"]', "[Dogfight, Units]"),
        (
            KENT,
            "vital_armor = ",
            "vital_armor = 1 # ",
            "must not be less than its armor. [Angels Twenty, Resolving Attacks]",
        ),
        (KENT, "hit_points = ", "hit_points = 99 # ", "use 30 or less. [Angels Twenty, Aircraft Stats]"),
    ],
)
def test_a_figure_that_breaks_the_rules_of_ratings_is_refused_with_its_rule(
    pack: str, old: str, new: str, said: str
) -> None:
    shipped, own = text_of(pack), carrying(pack)[len(text_of(pack)) :]
    assert old in own
    told = refused(shipped + own.replace(old, new, 1))
    assert said in told
    assert "cards.aircraft." in told


def test_all_mistakes_of_all_cards_are_told_at_once_at_their_lines() -> None:
    text = carrying(LAND).replace("version", "versoin", 1)
    first = text.index("[cards.aircraft")
    text = text[:first] + text[first:].replace("performance = 5", "performance = 70").replace("burst = ", "burst = -")
    told = refused(text)
    assert told.count("cards.aircraft.hurricane-i.wildblue.leader.") == 2
    assert "versoin" in told


def test_nobody_flies_the_card_of_another_pack_by_its_mark() -> None:
    (own,) = read_pack(carrying(LAND), "mine.toml").own_types
    assert "has the wrong form" in refused(text_of(LAND).replace('"hurricane-i"', f'"{own.slug}"', 1))
    assert "has the wrong form" in refused(carrying(LAND).replace("aircraft.hurricane-i", f"aircraft.{own.slug}"))


def test_cards_need_to_know_the_game_that_they_are_of() -> None:
    assert "Cards are of a game system" in refused(carrying(LAND).replace('system = "wildblue"', "system = 3"))


def test_a_card_that_a_game_was_given_cannot_take_anothers_slug() -> None:
    (table,) = read_pack(carrying(LAND), "mine.toml").cards.tables
    with pytest.raises(EngineError, match="is not made of what they say"):
        own_types.know({**table, "name": "Another"})
    with pytest.raises(EngineError, match="is not made of what they say"):
        own_types.know({**table, "slug": "hurricane-i"})


TARGET = """
[cards.targets.ground-forces]
name = "Ground Forces"
class = "military"
area_flak = 1
target_flak = 2
damage = { hit = 1, direct = 1, vital = 2 }
levels = [{ name = "Shaken", damage = 3, points = 3 }, { name = "Routed", damage = 10, points = 9 }]
"""


def test_a_pack_strikes_its_own_target_in_place_of_the_houses() -> None:
    (own,) = read_pack(text_of(LAND) + TARGET, "mine.toml").own_targets
    assert own.name == "Ground Forces (own)"
    assert own.slug not in set(library().targets)
    assert library().targets[own.slug].levels[-1].name == "Routed"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("target_flak = 2", "target_flak = 22", "use 9 or less. [Wild Blue Yonder 21]"),
        ("damage = 10", "damage = 2", "each level needs more damage than the one before it"),
        ('class = "military"', 'class = "military"\ncargo = true', "what takes in cargo takes no damage"),
        ("vital = 2", "vital = 2, miss = 1", "no such key here"),
    ],
)
def test_a_target_that_breaks_the_rules_is_refused(old: str, new: str, said: str) -> None:
    assert said in refused(text_of(LAND) + TARGET.replace(old, new, 1))


def test_another_game_has_no_targets() -> None:
    assert "no such key here" in refused(text_of(CIRCUS) + TARGET)


MEN = """
[cards.men.gb.services]
RAF = [
  { name = "Arthur Own" }, { name = "Bert Own", skills = ["A"] }, { name = "Cuthbert Own" }, { name = "Dick Own" },
]
"""


def test_a_pack_flies_its_own_names_in_place_of_the_houses_of_that_service() -> None:
    text = text_of(LAND).replace("gb = 14", "gb = 3") + MEN
    pack = read_pack(text, "mine.toml")
    assert {man.name for man in pack.men("gb") if man.service == "RAF"} == {
        "Arthur Own", "Bert Own", "Cuthbert Own", "Dick Own",
    }  # fmt: skip
    assert {man.service for man in pack.men("gb")} == {man.service for man in library().pilots["gb"]}
    allied = {man.name for man in recruits(pack, 7) if man.side == "allied" and not man.skills}
    assert allied == {"Arthur Own", "Cuthbert Own", "Dick Own"}
    assert pack.men("de") == library().pilots["de"]


def test_a_nation_without_names_in_this_house_gets_them_from_a_pack_long_vowels_too() -> None:
    men = MEN.replace("men.gb", "men.jp").replace("RAF", "IJNAS").replace("Arthur Own", "Saitō Jūrō")
    pack = read_pack(text_of(LAND) + men, "mine.toml")
    assert next(man.name for man in pack.men("jp") if man.service == "IJNAS") == "Saitō Jūrō"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("men.gb", "men.zz", "'zz' is no nation here"),
        ("Arthur Own", "Dick Own", "Dick Own stands twice"),
        ('skills = ["A"]', 'skills = ["X"]', "There is no Skill 'X'"),
        ('name = "Arthur Own"', "nome = 3", "no such key here"),
        ("gb = 14", "gb = 14", "Only 4 pilots of gb serve in these services"),
    ],
)
def test_a_list_of_names_that_cannot_be_is_refused(old: str, new: str, said: str) -> None:
    assert said in refused((text_of(LAND) + MEN).replace(old, new, 1))


SWEDEN = """
[cards.nations.sw]
name = "Sweden"
roundel = ["#27477f", "#e5b93c"]
""" + MEN.replace("men.gb", "men.sw").replace("RAF", "Flygvapnet")


def of_sweden() -> str:
    """A pack whose Allied side is of a nation of its maker's."""
    text = carrying(LAND, nation="sw", service="Flygvapnet", name="J 9") + SWEDEN
    return text.replace("pilots = { gb = 14 }", "pilots = { gb = 14, sw = 2 }").replace(
        'services = ["RAF"]', 'services = ["RAF", "Flygvapnet"]', 1
    )


def test_a_nation_of_ones_own_has_its_name_its_men_and_its_mark() -> None:
    pack = read_pack(of_sweden(), "mine.toml")
    (own,) = pack.own_types
    assert nation_name(own.nation) == "Sweden"
    assert own.nation in pack.sides["allied"].nations
    assert {man.name for man in recruits(pack, 7) if man.nation == own.nation and not man.skills} < {
        man.name for man in pack.men(own.nation)
    }
    assert [shape.fill for shape in mark(own.nation)] == ["#27477f", "#e5b93c"]


def test_a_copy_of_a_card_leaves_its_packs_own_nation_to_the_pack() -> None:
    (own,) = read_pack(of_sweden(), "mine.toml").own_types
    assert "nation" not in copy_of(own.slug)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("nations.sw", "nations.gb", "Britain is a nation of the house’s"),
        ("nations.sw", "nations.no", "'sw' is no nation here"),
        ('"#27477f"', '"blue"', "use a colour such as"),
        (', "#e5b93c"', "", "give at least 2"),
    ],
)
def test_a_nation_that_cannot_be_is_refused(old: str, new: str, said: str) -> None:
    assert said in refused(of_sweden().replace(old, new, 1))


@pytest.mark.sweep
@pytest.mark.parametrize("pack", FLOWN)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_damage_to_a_card_gives_a_pack_or_sentences_that_name_a_line_of_it(pack: str, data: st.DataObject) -> None:
    shipped, own = text_of(pack), carrying(pack)[len(text_of(pack)) :]
    lines = own.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        key = lines[place].partition("=")[0]
        value = data.draw(
            st.sampled_from(["-1", "0", "99999", "1.5", "true", '""', '"x"', "[]", "{}", "[[]]", "1979-01-01"])
        )
        lines[place] = data.draw(
            st.sampled_from([f"{key}= {value}", "", f"{lines[place]}\n{lines[place]}", f"k{place} = {value}"])
        )
    text = shipped + "\n".join(lines)
    with suppress(PackError):
        read_pack(text, "mine.toml")
        return
    assert "mine.toml, line" in refused(text)
