"""What contradicts itself: nothing in the data that ships, and in packs of a test each thing that can."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from campaigns.catalogue.library import FIXTURES
from campaigns.packs.fact_checks import contradictions
from campaigns.packs.named_days import named_days
from tests import make

FORMED = 'nation = "de"\nservice = "Luftwaffe"\naircraft = "bf-109e-7"\n'


def shipped(folder: str) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((FIXTURES / folder).glob("*.toml"))}


def changed(slug: str, old: str, new: str) -> dict[str, str]:
    text = make.source(slug)
    assert old in text
    return {f"{slug}.toml": text.replace(old, new, 1)}


def test_nothing_that_ships_contradicts_itself() -> None:
    assert [str(each) for each in contradictions(shipped("packs"), shipped("scenarios"))] == []


@pytest.mark.parametrize(
    ("slug", "old", "new", "key", "message"),
    [
        pytest.param(
            make.LAND, '["ju-87b"], count = 2, load = "bombs"', '["ju-87d"], count = 2, load = "bombs"',
            ".aircraft", "ju-87d flies here on 1941-0",
            id="a type before its service",
        ),
        pytest.param(
            make.DOGFIGHTS, '["cr-42", "g-50"]', '["cr-42", "mc-205v"]', ".red.units.2.aircraft",
            "mc-205v flies here on 1941-01-05 and came into service in April 1943.",
            id="a type before its service at a location",
        ),
        pytest.param(
            make.PERIODS, FORMED, f'{FORMED}formed = "1942-10"\nfixed = {{ formed = "public: a book" }}\n',
            "squadrons.jagd.formed", "and was formed in 1942-10.",
            id="a squadron before it was formed",
        ),
        pytest.param(
            make.PERIODS, FORMED, f'{FORMED}disbanded = "1940-10"\nfixed = {{ disbanded = "public: a book" }}\n',
            "squadrons.jagd.disbanded", "and was disbanded in 1940-10.",
            id="a squadron that is no more",
        ),
        pytest.param(
            make.PERIODS, FORMED, f'{FORMED}formed = "1940-10"\n', "squadrons.jagd.formed", "Who says so?",
            id="a squadron that nobody says was formed then",
        ),
        pytest.param(
            make.LAND, "date = 1941-04-01", "date = 1941-05-30", "stages.1.table.1.date",
            "1941-05-30 lies outside I · The race through Cyrenaica, 1941-03-24 to 1941-04-14.",
            id="a day outside its stage",
        ),
        pytest.param(
            "flying-circus-1917", "date = 1917-06-07", "date = 1917-06-10", "events.mines.date",
            "It happens on 1917-06-10, and its text tells of 7 June.",
            id="an event on another day than its text has",
        ),
        pytest.param(
            "narrow-sea", 'mission = "forward", date = 1942-07-16', 'mission = "forward", date = 1942-07-09',
            "missions.forward.note", "It tells of 15 July, and is flown on 1942-07-09, before that.",
            id="a briefing of days to come",
        ),
        pytest.param(
            "operation-pedestal", "at = [38.02, 12.51]", "at = [37.02, 12.51]", ".at",
            "Trapani lies at [37.02, 12.51] here and at",
            id="a place in two places",
        ),
    ],
)  # fmt: skip
def test_each_contradiction_is_told_with_its_key(slug: str, old: str, new: str, key: str, message: str) -> None:
    found = contradictions(changed(slug, old, new))
    assert any(each.key.endswith(key) and message in each.message for each in found), [str(each) for each in found]
    assert all(each.file == f"{slug}.toml" and each.line > 1 for each in found)


def test_a_place_may_lie_in_two_packs_and_in_one_place() -> None:
    first = {"a.toml": make.source(make.LAND)}
    second = {"b.toml": make.source(make.LAND).replace("at = [32.13, 23.38]", "at = [31.13, 23.38]")}
    assert contradictions(first | {"b.toml": first["a.toml"]}) == []
    (found,) = contradictions(first | second)
    assert found.file == "b.toml"
    assert "in a.toml, missions." in found.message


def test_a_type_of_a_scenario_has_to_be_there_in_its_month() -> None:
    scenario = '[duel]\nmonth = "1940-08"\nunits = [{ aircraft = "spitfire-i" }, { aircraft = "spitfire-xiv" }]\n'
    (found,) = contradictions({}, {"mine.toml": scenario})
    assert found.key == "duel.units.2.aircraft"
    assert found.message == "spitfire-xiv flies here on 1940-08-28 and came into service in February 1944."


def test_what_is_no_pack_is_told_as_when_it_is_read() -> None:
    (found,) = contradictions({"mine.toml": "slug = \n"})
    assert "This is not valid TOML" in found.message


def test_days_are_found_in_prose_with_their_years() -> None:
    text = "On 20 and 21 March, or 3 April 1941; on the 8th it rained, and on 31 June nobody flew."
    found = [(day.text, [date.isoformat() for date in day.dates]) for day in named_days(text, range(1940, 1942))]
    assert found == [
        ("20 March", ["1940-03-20", "1941-03-20"]),
        ("21 March", ["1940-03-21", "1941-03-21"]),
        ("3 April", ["1941-04-03"]),
        ("8 April", ["1941-04-08"]),
    ]


def test_the_command_fails_with_what_it_found(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    (text,) = changed("flying-circus-1917", "date = 1917-06-07", "date = 1917-06-10").values()
    mine.write_text(text, encoding="utf-8")
    said = StringIO()
    with pytest.raises(CommandError, match="1 of these lines"):
        call_command("facts", str(mine), stdout=said)
    assert "events.mines.date: It happens on 1917-06-10" in said.getvalue()
    mine.write_text(make.source("flying-circus-1917"), encoding="utf-8")
    said = StringIO()
    call_command("facts", str(mine), stdout=said)
    assert said.getvalue() == "Nothing contradicts itself.\n"
