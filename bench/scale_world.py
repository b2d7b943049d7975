"""A site of very many clubs, on PostgreSQL: one is made by the operations that people use, the others are its copies.

A copy is made row by row in the database: all numbers of the first club's rows are moved up by the same, each key of
its own gets another. What the rows' documents say stays: who is named in a happening's data is one of the first club.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Final
from unittest import mock

from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection, models
from django.test import override_settings
from django.utils import timezone

from bench import club_world
from campaigns.models import Campaign
from config.common.refusals import Refusal
from missions.models import Job, Mission
from missions.operations import comments
from notices.models import Delivery, Notice, Wishes
from notices.operations import email, fan_out
from tests import make

NOBODY: Final = "http://127.0.0.1:9/hook"
"""Where the webhooks lead: nothing is sent, and nobody listens there."""
PEOPLE: Final = 20
UMPIRES: Final = 2
CAMPAIGNS: Final = ((8, "battle-of-britain"), (2, "desert-dogfights"), (1, "rommel-attacks"))
"""Of each club: how many missions have been flown, of which pack."""
STEP: Final = 1_000_000
"""By so much the numbers of one club's rows lie above those of the one before."""
SHARED: Final = (
    *("contenttypes", "sessions", "admin", "mfa", "demo"),
    *("auth.permission", "auth.group", "campaigns.pack", "campaigns.card"),
)
"""Apps and models that all clubs have together."""


@mock.patch("notices.operations.outbox._wake")
@override_settings(WEBHOOKS_TO_PRIVATE=["127.0.0.0/8"])
def first_club(*_: object) -> None:
    """Twenty people with confirmed addresses, three campaigns at different points, nights, notices, a webhook."""
    members = club_world.people(PEOPLE)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=f"flyer{number}@example.org", primary=True, verified=True)
        for number, user in enumerate(members)
    )
    kinds = Wishes.Mail.values
    Wishes.objects.bulk_create(
        Wishes(user=user, mail=kinds[number % len(kinds)]) for number, user in enumerate(members)
    )
    club = club_world.club(members, UMPIRES)
    missions: list[Mission] = []
    for number, (flown, slug) in enumerate(CAMPAIGNS):
        flyers = members[3 + number * 4 :]
        campaign = club_world.campaign(club, number, members[number % UMPIRES], flyers[:2], flyers[2:4], slug)
        make.webhook(campaign, NOBODY)
        with suppress(Refusal):  # where a side chooses what comes next
            make.fought(campaign, flown)
            missions.append(make.drawn(make.on_terms(campaign, orders_hours=48)))
    for days in (3, 10):
        club_world.night(club, members[1], days, members[:10], missions)
    for user in members[4:7]:
        make.flown_skirmish(user)
        make.game(user, axis=members[7])
    while fan_out.tell_all().happenings:
        pass
    _age()
    email.send_due()
    late = Campaign.objects.earliest("pk")
    comments.comment(actor=late.owner, campaign=late, mission=None, text="Who comes on Thursday?", side="")


def _age() -> None:
    """What has happened lies some weeks back, was read by half, and was sent; the last of each kind still waits."""
    now = timezone.now()
    Notice.objects.filter(pk__lte=Notice.objects.latest("pk").pk - 40).update(
        at=now - timedelta(days=20), mailed_at=now - timedelta(days=19)
    )
    Notice.objects.filter(user__lte=User.objects.order_by("pk")[PEOPLE // 2].pk, mailed_at__isnull=False).update(
        read_at=now - timedelta(days=18)
    )
    Delivery.objects.update(status=Delivery.Status.SENT)
    Job.objects.update(created_at=now - timedelta(days=20))


def copies(count: int) -> None:
    """So many copies of the first club, and of everything in it."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # rows come in any order: no foreign key is asked
        for model in _own():
            cursor.execute(_copy(model), [count])
        cursor.execute("SET session_replication_role = origin")
        for sql in connection.ops.sequence_reset_sql(no_style(), list(_own())):
            cursor.execute(sql)
        cursor.execute("ANALYZE")


def _is_shared(model: type[models.Model]) -> bool:
    return model._meta.app_label in SHARED or model._meta.label_lower in SHARED


def _own() -> Iterator[type[models.Model]]:
    for model in apps.get_models(include_auto_created=True):
        if not _is_shared(model) and model._meta.managed and not model._meta.proxy:
            yield model


def _copy(model: type[models.Model]) -> str:
    """One statement that copies a table's rows as often as it is told."""
    quote = connection.ops.quote_name
    columns = [field for field in model._meta.local_fields if field.column is not None]
    names = ", ".join(quote(str(field.column)) for field in columns)
    values = ", ".join(_value(model, field) for field in columns)
    table = quote(model._meta.db_table)
    return f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} t, generate_series(1, %s) AS g"


def _value(model: type[models.Model], field: models.Field) -> str:  # type: ignore[type-arg]
    column = f"t.{connection.ops.quote_name(str(field.column))}"
    of = field
    while isinstance(of, models.ForeignKey):
        if _is_shared(of.related_model):
            return column
        of = of.target_field
    keyed = field.primary_key or isinstance(field, models.ForeignKey)
    if isinstance(of, models.UUIDField):
        return f"md5({column}::text || g::text)::uuid"
    if isinstance(of, models.IntegerField) and keyed:
        return f"{column} + g * {STEP}"
    if isinstance(of, models.EmailField):
        return f"g::text || '.' || {column}"
    if field.unique and isinstance(of, models.CharField):
        return f"left({column}, 20) || '-' || g::text || '-' || left(md5({column}), 12)"
    return column


def sizes(most: int = 12) -> Iterator[str]:
    """How much the rows take, with their indexes, those of the largest tables first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        whole = cursor.fetchone()[0]
        yield f"{whole / 2**20:,.0f} MB; {whole / Mission.objects.count():,.0f} bytes a mission, with all around it"
        cursor.execute(
            "SELECT relname, pg_total_relation_size(oid), pg_indexes_size(oid), reltuples::bigint"
            " FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT %s",
            [most],
        )
        for name, size, indexes, rows in cursor.fetchall():
            yield f"  {name:<28}{size / 2**20:>8,.0f} MB, indexes {indexes / 2**20:>6,.0f} MB, {rows:>10,} rows"
