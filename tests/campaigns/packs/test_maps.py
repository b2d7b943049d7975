"""Places of packs: those that ship have one for everything, and mistakes get a sentence with line and key."""

from __future__ import annotations

import pytest

from campaigns.catalogue.library import FIXTURES
from campaigns.catalogue.theatres import Place, theatres
from campaigns.packs import PackDefinition, PackError, read_pack
from campaigns.packs.schema import At

SHIPPED = [path.stem for path in sorted((FIXTURES / "packs").glob("*.toml"))]


def text_of(slug: str) -> str:
    return (FIXTURES / "packs" / f"{slug}.toml").read_text(encoding="utf-8")


def shipped(slug: str) -> PackDefinition:
    return read_pack(text_of(slug), f"{slug}.toml")


def bases(pack: PackDefinition) -> list[tuple[str, At | None, str | None]]:
    """Every base that a squadron has or comes to, where it lies, or why nobody says so."""
    found = [(line.base, line.at, line.unplaced) for line in pack.squadrons.values() if line.base]
    moves = [effect for event in pack.events.values() for effect in event.gives if effect.base]
    return [*found, *((effect.base or "", effect.at, None) for effect in moves)]


@pytest.mark.parametrize("slug", SHIPPED)
def test_everything_of_a_pack_that_ships_has_a_place_or_says_why_not(slug: str) -> None:
    pack = shipped(slug)
    assert pack.map is not None
    assert pack.map.towns
    assert [key for key, mission in pack.all_missions() if mission.at is None and mission.unplaced is None] == []
    assert [base for base, at, why in bases(pack) if at is None and why is None] == []
    nowhere = [key for key, line in pack.squadrons.items() if line.base is None and line.ship is None]
    assert nowhere == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_base_lies_where_it_lies_whichever_squadron_flies_from_it(slug: str) -> None:
    places: dict[str, set[At]] = {}
    for base, at, _ in bases(shipped(slug)):
        if at is not None:
            places.setdefault(base, set()).add(at)
    assert {base: found for base, found in places.items() if len(found) > 1} == {}


@pytest.mark.parametrize("slug", SHIPPED)
def test_most_of_what_a_pack_names_lies_on_its_map(slug: str) -> None:
    pack = shipped(slug)
    assert pack.map is not None
    box = theatres()[pack.map.theatre].box
    missions = [mission for _, mission in pack.all_missions() if mission.at is not None]
    on_it = [mission for mission in missions if mission.at and not box.degrees_off(Place(*mission.at))]
    assert len(on_it) >= 0.9 * len(missions)
    assert all(not box.degrees_off(Place(*town.at)) for town in pack.map.towns)


@pytest.mark.parametrize("slug", [slug for slug in SHIPPED if 'kind = "land"' in text_of(slug).splitlines()])
def test_strikers_of_a_land_pack_come_from_somewhere(slug: str) -> None:
    missions = shipped(slug).missions.items()
    assert [key for key, mission in missions if mission.striker and mission.striker not in mission.start] == []


ROMMEL, FRONT = text_of("rommel-attacks"), text_of("kursk")
GAZALA = "at = [32.13, 23.38]"
WIRE = 'title = "The frontier wire"\nkind = "border"\n'
START = 'title = "The front on the start lines"\nkind = "front"\nspaces = [3, 4]\n'


@pytest.mark.parametrize(
    ("text", "old", "new", "key", "sentence"),
    [
        (ROMMEL, GAZALA, "at = [23.38, 132.13]", "missions.gazala.at", "outside the map of this theatre (29.9°"),
        (ROMMEL, GAZALA, "at = [92.13, 23.38]", "missions.gazala.at.1", "'92.13' is too large: use 85.0 or less."),
        (ROMMEL, GAZALA, "at = [32.13]", "missions.gazala.at.2", "This is missing: add it."),
        (ROMMEL, GAZALA, "at = [32.13, 23.38, 5.0]", "missions.gazala.at", "Too much: at most 2."),
        (ROMMEL, GAZALA, 'at = ["32.13", 23.38]', "missions.gazala.at.1", "is not a number: write degrees"),
        (ROMMEL, GAZALA, "at = [32.13, nan]", "missions.gazala.at.2", "'nan' is not a number of degrees."),
        (ROMMEL, GAZALA, "", "missions.gazala.start", "It says where a side comes from, and not where to: add at."),
        (ROMMEL, GAZALA, f'{GAZALA}\nunplaced = "lost"', "missions.gazala.unplaced", "Remove one of the two."),
        (ROMMEL, 'theatre = "cyrenaica"', 'theatre = "cyrenaca"', "map.theatre", "Did you mean 'cyrenaica'?"),
        (ROMMEL, WIRE, f"{WIRE}spaces = [1, 2]\n", "map.lines.1.spaces", "This pack has no track"),
        (
            ROMMEL, WIRE, f"{WIRE}first = 1941-05-02\nlast = 1941-05-01\n", "map.lines.1.last",
            "1941-05-01 comes before 1941-05-02. Swap the two dates.",
        ),
        (ROMMEL, WIRE, WIRE.replace("border", "wall"), "map.lines.1.kind", "'wall' cannot stand here."),
        (FRONT, START, START.replace("[3, 4]", "[4, 13]"), "map.lines.6.spaces", "The track has spaces 1 to 11"),
        (FRONT, 'base = "Ugrim"\n', "", "squadrons.jg-52.at", "It says where its base lies, and has none."),
        (
            FRONT, 'base = "Ugrim"\n', 'base = "Ugrim"\nunplaced = "Somewhere"\n', "squadrons.jg-52.unplaced",
            "Remove one of the two.",
        ),
        (FRONT, "at = [50.35, 36.15]", "at = [50.35, 136.15]", "squadrons.jg-52.at", "Latitude stands first."),
    ],
)  # fmt: skip
def test_each_mistake_about_a_place_gets_a_sentence(text: str, old: str, new: str, key: str, sentence: str) -> None:
    assert text.count(old) == 1
    with pytest.raises(PackError) as caught:
        read_pack(text.replace(old, new), "mine.toml")
    assert [problem.message for problem in caught.value.problems if problem.key == key and sentence in problem.message]


def test_places_without_a_map_are_refused_and_a_pack_without_either_is_not() -> None:
    head, _, _ = ROMMEL.partition("\n[map]\n")
    with pytest.raises(PackError) as caught:
        read_pack(head, "mine.toml")
    assert {problem.message for problem in caught.value.problems} == {
        "This pack has no map: add a table map with its theatre, or remove this."
    }
    bare = "\n".join(line for line in head.split("\n") if not line.startswith(("at = ", "start = ")))
    assert read_pack(bare, "mine.toml").map is None
