"""A query that reads a whole table of what grows is found, whoever asks it."""

from __future__ import annotations

import pytest
from django.db import connection

from campaigns.models import Entry
from tests import plans
from tests.cast import Cast

pytestmark = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="it is about SQLite")


def ways(query: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query}")
        return [row[3] for row in cursor.fetchall()]


def judged(query: str) -> list[str]:
    return list(plans.too_far(query, ways(query), plans.OF_FEW))


def test_all_rows_of_a_table_that_grows_are_too_many(cast: Cast) -> None:
    assert judged('SELECT "campaigns_entry"."id" FROM "campaigns_entry" WHERE "campaigns_entry"."data" = 1')
    assert judged('SELECT U0."id" FROM "campaigns_entry" U0 WHERE U0."data" = 1')
    assert not judged('SELECT "campaigns_entry"."id" FROM "campaigns_entry" WHERE "campaigns_entry"."campaign_id" = 1')
    assert not judged('SELECT 1 AS "a" FROM "campaigns_entry" LIMIT 1')
    assert not judged('SELECT "clubs_club"."id" FROM "clubs_club" WHERE "clubs_club"."about" = 1')


def test_all_rows_without_something_are_too_many_except_by_an_index_of_just_those(cast: Cast) -> None:
    reverses = 'SELECT "campaigns_entry"."number" FROM "campaigns_entry" WHERE "campaigns_entry"."reverses_id"'
    assert judged(f'{reverses} IS NULL AND "campaigns_entry"."campaign_id" = 1')
    assert not judged(f"{reverses} = 1")
    assert not judged(
        'SELECT "notices_happening"."id" FROM "notices_happening" WHERE "notices_happening"."told_at" IS NULL'
    )


def test_what_is_in_force_in_a_campaign_is_found_among_the_lines_of_that_campaign(cast: Cast) -> None:
    found = Entry.objects.in_force().filter(campaign=1).order_by().explain()
    assert "campaigns_entry USING INDEX" in found
    assert "(campaign_id=?" in found
    assert "(reverses_id=?)" not in found.splitlines()[0]
