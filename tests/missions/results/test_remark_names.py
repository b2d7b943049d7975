"""What had been said of results by the names of a page's fields is said of facts, after the migration."""

from __future__ import annotations

from importlib import import_module

import pytest

from campaigns.models import Campaign
from missions.flights.context import sheet_of
from missions.forms.table import field_name
from missions.results import facts
from tests import make
from tests.cast import Cast

migration = import_module("missions.migrations.0013_remarks_name_facts")


@pytest.mark.parametrize("slug", [make.DOGFIGHTS, make.LAND, "angels-over-kent", "flying-circus-1917", "buzz-bomb"])
def test_every_name_of_a_field_becomes_the_name_of_its_fact_and_back(cast: Cast, slug: str) -> None:
    campaign: Campaign = make.campaign(cast.owner, slug, axis="staff" if slug == "buzz-bomb" else "me")
    names = list(facts.asked_of(sheet_of(make.planned(campaign))))
    assert [migration.renamed(field_name(name), migration.FIELDS) for name in names] == names
    assert [migration.renamed(name, migration.FACTS) for name in names] == [field_name(name) for name in names]
    assert len({field_name(name) for name in names}) == len(names)
