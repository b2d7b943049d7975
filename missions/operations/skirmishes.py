"""The writers of skirmishes: ordered by a person, flown by a worker or by people, kept until their owner deletes them.

What is told of one at a table, ``missions.operations.skirmish_tables`` keeps.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

import engine
from campaigns.operations import quotas
from campaigns.operations.cards import keep_cards
from clubs.models import SeasonGame
from config.common.refusals import Refusal
from engine.core.errors import BadSetup
from engine.core.game import Document, Side
from engine.core.levels import LEVELS, USUAL_LEVEL
from engine.core.own_types import tables_in
from engine.core.players import DOCTRINES, USUAL_DOCTRINE
from engine.core.report import Report
from missions.models import Game, Job, Skirmish
from missions.operations import jobs
from missions.results import questionnaire
from notices.operations.outbox import forget_games

MOST_KEPT = 60
"""A person may keep so many skirmishes."""
SEEDS = 1 << 31
TITLE_LENGTH = 120


def order(
    *,
    actor: User,
    key: UUID,
    title: str,
    system: str,
    setup: Document,
    doctrines: Mapping[Side, str],
    levels: Mapping[Side, str] = {},
    seed: int | None = None,
) -> Skirmish:
    """Have a set-up flown in the background; without a seed it gets one. The same ``key`` again finds what there is.

    A side of the game for which no doctrine is given flies steadily, and without a level as a regular.
    """
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    if not 0 <= seed < SEEDS:
        raise Refusal("A seed is a whole number from 0 up to 2,147,483,647.", "seed")
    return _put_down(
        actor=actor,
        key=key,
        title=title,
        system=system,
        setup=setup,
        doctrines=doctrines,
        levels=levels,
        seed=seed,
        is_flown=True,
    )


def put_down(
    *,
    actor: User,
    key: UUID,
    title: str,
    system: str,
    setup: Document,
    doctrines: Mapping[Side, str],
    levels: Mapping[Side, str],
) -> Skirmish:
    """The same for one that people play on screen: no worker flies it."""
    return _put_down(
        actor=actor, key=key, title=title, system=system, setup=setup, doctrines=doctrines, levels=levels, seed=0
    )


def put_on_table(*, actor: User, key: UUID, title: str, system: str, setup: Document) -> Skirmish:
    """The same for one that people play at a table: who played it, they tell afterwards."""
    return _put_down(
        actor=actor, key=key, title=title, system=system, setup=setup, doctrines={}, levels={}, seed=0, is_at_table=True
    )


def _put_down(
    *,
    actor: User,
    key: UUID,
    title: str,
    system: str,
    setup: Document,
    doctrines: Mapping[Side, str],
    levels: Mapping[Side, str],
    seed: int,
    is_flown: bool = False,
    is_at_table: bool = False,
) -> Skirmish:
    if not title.strip() or len(title) > TITLE_LENGTH:
        raise Refusal(f"A skirmish has a title of up to {TITLE_LENGTH} letters.", "title")
    sides = _sides(system, setup)
    if is_at_table:
        questionnaire.of_skirmish(system, setup)
    for side, doctrine in doctrines.items():
        if doctrine not in DOCTRINES:
            raise Refusal(f"A doctrine is one of {', '.join(DOCTRINES)}.", f"doctrine-{side}")
    for side, level in levels.items():
        if level not in LEVELS:
            raise Refusal(f"A level is one of {', '.join(LEVELS)}.", f"level-{side}")
    with transaction.atomic():
        own = locked_own(actor)
        if (known := own.filter(key=key).first()) is not None:
            return known
        if own.count() >= MOST_KEPT:
            raise Refusal(f"You keep {MOST_KEPT} skirmishes already. Delete one that you no longer want to see.")
        quotas.spend(actor.pk, "skirmishes")
        keep_cards(tables_in(setup))
        return Skirmish.objects.create(
            owner=actor,
            title=title.strip(),
            system=system,
            setup=dict(setup),
            seed=seed,
            doctrines={side: doctrines.get(side, USUAL_DOCTRINE) for side in sides},
            levels={side: levels.get(side, USUAL_LEVEL) for side in sides},
            key=key,
            job=jobs.order(jobs.SKIRMISH, actor) if is_flown else None,
            is_at_table=is_at_table,
        )


def again(*, actor: User, skirmish: Skirmish, key: UUID) -> Skirmish:
    """The same set-up once more: at the table again, or with the same doctrines and levels and another seed."""
    if skirmish.is_at_table:
        return put_on_table(actor=actor, key=key, title=skirmish.title, system=skirmish.system, setup=skirmish.setup)
    return order(
        actor=actor,
        key=key,
        title=skirmish.title,
        system=skirmish.system,
        setup=skirmish.setup,
        doctrines=skirmish.doctrines,
        levels=skirmish.levels,
    )


def store(ordered: Skirmish, *, record: str, report: Report) -> None:
    """Keep what came of it; what has been kept already stays."""
    Skirmish.objects.filter(pk=ordered.pk, report__isnull=True).update(record=record, report=report.as_json())


def delete(*, actor: User, skirmish: Skirmish) -> None:
    """Away with it, with its jobs, flown and analysed or not, and with what was told of it. Once more does nothing.

    Not while it stands in a season that runs.
    """
    with transaction.atomic():
        own = locked_own(actor).filter(pk=skirmish.pk)
        counts = SeasonGame.objects.filter(skirmish__in=own, season__closed_at=None).exclude(status="out")
        if (game := counts.select_related("season").first()) is not None:
            raise Refusal(f"It stands in the season {game.season}. Take it out there first.")
        remove(own)


def remove(rows: QuerySet[Skirmish]) -> None:
    """Away with skirmishes and all that was made and told of them, inside a transaction of the caller's."""
    done = [pk for each in rows.values_list("job", "analysis__job") for pk in each if pk is not None]
    forget_games(Game.objects.filter(skirmish__in=rows).values_list("pk", flat=True))
    rows.delete()
    Job.objects.filter(pk__in=done).delete()


def locked_own(actor: User) -> QuerySet[Skirmish]:
    """The person's skirmishes; his orders come one after the other."""
    User.objects.select_for_update().get(pk=actor.pk)
    return Skirmish.objects.filter(owner=actor)


def _sides(system: str, setup: Document) -> tuple[Side, ...]:
    """Who flies in it. Refuses what the rules do."""
    if system not in engine.systems():
        raise Refusal("There is no such game system.")
    try:
        return engine.new(system, dict(setup), seed=0).sides
    except BadSetup as error:
        raise Refusal(str(error)) from None
