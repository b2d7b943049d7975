"""What a pack of a solitaire campaign may say: each mistake gets its sentence. [SUP 28]"""

from __future__ import annotations

import pytest

from campaigns.catalogue.library import FIXTURES
from campaigns.packs import read_pack
from tests.campaigns.packs.test_mistakes import ROMMEL, Mistake, problems
from tests.engine.rules import rule

BUZZ = (FIXTURES / "packs" / "buzz-bomb.toml").read_text(encoding="utf-8")
SEA = '{ side = "allied", role = "patrol", belt = "sea", aircraft = ["tempest-v", "spitfire-xiv"], '
SEA_3 = '{ side = "allied", role = "patrol", belt = "sea", aircraft = ["tempest-v", "spitfire-xiv", "mustang-iii"], '
NIGHT = 'belt = "land", aircraft = ["mosquito-nf-xiii"], wingman = "never"'

MISTAKES = {
    "no points for flying bombs": Mistake(
        BUZZ, "flying_bomb = { destroyed = 2, through = 3, closest = 0, blast = 5 }\n", "",
        "[scoring]", "scoring", "add flying_bomb",
    ),
    "graded by the Axis": Mistake(
        BUZZ, '[victory]\nside = "allied"', '[victory]\nside = "axis"', 'side = "axis"', "victory.side",
        "Write allied. [Supplement 28]",
    ),
    "another type of mission": Mistake(
        BUZZ, 'type = "flying-bombs"\nplace = "The coast of Kent"\nat = [51.05, 1.05]\nweek = 3',
        'type = "air-combat"\nplace = "The coast of Kent"', 'type = "air-combat"', "missions.week-3.type",
        "of type flying-bombs",
    ),
    "a week without its number": Mistake(
        BUZZ, "week = 3\n", "", "[missions.week-3]", "missions.week-3", "needs a week: add it",
    ),
    "a week with a striker": Mistake(
        BUZZ, "week = 3\n", 'week = 3\nstriker = "axis"\n', "striker", "missions.week-3.striker", "has no striker",
    ),
    "a patrol that escorts": Mistake(
        BUZZ, f'{SEA}wingman', f'{SEA.replace("patrol", "escort")}wingman', "escort", "missions.week-1.units.1",
        "It must be an Allied patrol over a belt",
    ),
    "a patrol over no belt": Mistake(
        BUZZ, f'{SEA}wingman', f'{SEA.replace(chr(98) + "elt = " + chr(34) + "sea" + chr(34) + ", ", "")}wingman',
        "units", "missions.week-1.units.1", "It must be an Allied patrol over a belt",
    ),
    "a jet too early": Mistake(
        BUZZ, SEA_3, SEA_3.replace('"mustang-iii"', '"meteor-i"'), "meteor-i", "missions.week-2.units.1.aircraft.3",
        "meteor-i does not fly before week 4. [Supplement 28]",
    ),
    "a night fighter with a Wingman": Mistake(
        BUZZ, NIGHT, NIGHT.replace("never", "optional"), "mosquito", "missions.week-1.units.2.aircraft.1",
        "flies by night, as a lone Leader",
    ),
    "flying bombs in a land campaign": Mistake(
        ROMMEL, "disengaged = 2\n", "disengaged = 2\nflying_bomb = { destroyed = 2, through = 3 }\n", "flying_bomb",
        "scoring.flying_bomb", "No flying bombs come in a pack of this kind.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_of_a_solitaire_pack_gets_a_sentence_with_its_key(name: str) -> None:
    mistake = MISTAKES[name]
    assert mistake.old in mistake.pack
    told = problems(mistake.pack.replace(mistake.old, mistake.new, 1))
    assert any(mistake.key in str(problem) and mistake.sentence in str(problem) for problem in told), told


@rule("SUP 28 points")
def test_the_shipped_pack_has_five_weeks_from_june_to_august_and_the_supplements_points() -> None:
    pack = read_pack(BUZZ, "buzz-bomb.toml")
    assert [mission.week for _, mission in pack.all_missions()] == [1, 2, 3, 4, 5]
    assert (pack.first.month, pack.last.month, pack.periods_in_all, pack.missions_in_all) == (6, 8, 5, 5)
    bombs = pack.values.flying_bomb
    assert bombs is not None
    assert (bombs.destroyed, bombs.through, pack.values.fighter.destroyed) == (2, 3, 5)
