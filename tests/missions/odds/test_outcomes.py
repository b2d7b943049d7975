"""How the shipped packs come out, as their pages tell it."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from campaigns.catalogue.library import FIXTURES
from campaigns.catalogue.outcomes import FILE, outcomes, write
from campaigns.packs import read_pack
from campaigns.standing.victory_table import grades
from missions.management.commands.balance import came_out
from tests import make

SHIPPED = sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml"))


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_shipped_pack_tells_how_this_very_version_comes_out(slug: str) -> None:
    pack = read_pack(make.source(slug), f"{slug}.toml")
    kept = outcomes()[slug]
    assert kept.version == pack.version, f"fly it anew: manage.py balance {slug}"
    assert len(kept.grades) == len(pack.victory.grades)
    assert sum(kept.grades) == kept.runs >= 300


@pytest.mark.parametrize("slug", [slug for slug in SHIPPED if read_pack(make.source(slug), slug).kind == "land"])
def test_quiet_missions_of_a_land_campaign_are_no_triumph_and_the_middle_half_ends_in_no_extreme(slug: str) -> None:
    best, *_, worst = grades(read_pack(make.source(slug), f"{slug}.toml"))
    assert not best.holds(0)
    assert not worst.holds(0)
    kept = outcomes()[slug].percents
    assert max(kept[0], kept[-1]) <= 25


@pytest.mark.parametrize(("slug", "best"), [(make.LAND, "axis"), ("buzz-bomb", "allied")])
def test_what_is_counted_are_the_campaigns_that_a_simulation_flies_from_the_best_of_the_allies_on(
    slug: str, best: str
) -> None:
    out = StringIO()
    call_command("simulate", slug, "--runs", "3", "--seed", "9", "--json", stdout=out)
    told = json.loads(out.getvalue())["grades"]
    assert told[0]["winner"] == best
    counts = tuple(row["count"] for row in told)
    assert came_out(slug, 3, 9).grades == (counts if best == "allied" else counts[::-1])


def test_the_kept_counts_are_written_as_they_were_read(tmp_path: Path) -> None:
    write(outcomes().items(), tmp_path / FILE)
    assert (tmp_path / FILE).read_text("utf-8") == (FIXTURES / FILE).read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(("atlantis",), "There is no pack atlantis. Known are: "), (("kursk", "--runs", "0"), "Fly between 1 and 10,000")],
)
def test_an_order_to_fly_packs_that_makes_no_sense_is_refused(arguments: tuple[str, ...], sentence: str) -> None:
    before = (FIXTURES / FILE).read_bytes()
    with pytest.raises(CommandError, match=sentence):
        call_command("balance", *arguments)
    assert (FIXTURES / FILE).read_bytes() == before
