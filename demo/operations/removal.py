"""The demo goes without a trace: its club, its campaigns, games and people; what real people made stays.

Whatever hangs on the demo's rows goes with them, journals too, in one transaction: databases check what points where
when it ends. What a real person has begun in the demo's club is his own from then on. Where one has let a made-up
person into something of his, the account is closed as anybody's is: his own books tell of a former member.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import CASCADE, PROTECT, Model
from django.db.models.fields.reverse_related import ManyToOneRel

from accounts.operations import accounts
from campaigns.models import Campaign, Pack
from clubs.models import Club
from demo.models import Demo, DemoPerson
from missions.models import Game, Job, Skirmish
from notices.models import Happening

Rows = dict[type[Model], set[object]]
"""Primary keys by model."""


def remove_what_is_there(demo: Demo) -> None:
    """Take away all that a demo holds, whole or half; the demo itself is still asked for."""
    with transaction.atomic():
        people = list(User.objects.filter(pk__in=demo.people.values("user")).order_by("pk"))
        clubs, campaigns = _founded_by(people), _begun_by(people)
        list(Club.objects.select_for_update().filter(pk__in=clubs).order_by("pk"))
        list(Campaign.objects.select_for_update().filter(pk__in=campaigns).order_by("pk"))
        list(User.objects.select_for_update().filter(pk__in=[user.pk for user in people]).order_by("pk"))
        Campaign.objects.filter(club__in=clubs).exclude(pk__in=campaigns).update(club=None)
        packs = Pack.objects.filter(owner__in=people)
        in_use = Campaign.objects.exclude(pk__in=campaigns).values("pack")
        skirmishes = set(Skirmish.objects.filter(owner__in=people).values_list("pk", flat=True))
        _delete(
            {
                Club: set(clubs),
                Campaign: set(campaigns),
                Skirmish: set(skirmishes),
                Happening: _told_of_games(skirmishes),
                Job: set(Job.objects.filter(owner__in=people, mission=None).values_list("pk", flat=True)),
                Pack: set(packs.exclude(pk__in=in_use).values_list("pk", flat=True)),
            }
        )
        for user in people:
            _forget(user)


def _told_of_games(skirmishes: Collection[int]) -> set[object]:
    """What was told of their games: it belongs to no campaign and no club with which it would go."""
    games = Game.objects.filter(skirmish__in=skirmishes).values_list("pk", flat=True)
    return set(Happening.objects.filter(campaign=None, data__game__in=list(games)).values_list("pk", flat=True))


def _founded_by(people: Collection[User]) -> list[int]:
    """The clubs whose first member is made up."""
    found = []
    for club in Club.objects.filter(members__user__in=people).distinct().order_by("pk"):
        if club.members.order_by("joined_at", "pk")[0].user_id in {user.pk for user in people}:
            found.append(club.pk)
    return found


def _begun_by(people: Collection[User]) -> list[int]:
    """The campaigns in whose journal somebody made up wrote the first line."""
    begun = Campaign.objects.filter(entries__number=1, entries__actor__in=people)
    return list(begun.order_by("pk").values_list("pk", flat=True))


def _forget(user: User) -> None:
    """The account goes with all that is its own; one that real people's books tell of is closed."""
    accounts.end_sessions(user=user)
    if any(True for _ in _pointing(User, {user.pk}, PROTECT)):
        DemoPerson.objects.filter(user=user).delete()
        accounts.close(user=user, texts=True)
    else:
        _delete({User: {user.pk}})


def _delete(roots: Rows) -> None:
    """Delete these rows and whatever cannot be without them; what only mentions them mentions nothing any more."""
    gone: Rows = defaultdict(set)
    new = {model: set(keys) for model, keys in roots.items() if keys}
    while new:
        following: Rows = defaultdict(set)
        for model, keys in new.items():
            gone[model] |= keys
            for related, found in (*_pointing(model, keys, CASCADE, PROTECT), *_jobs_of(model, keys)):
                following[related] |= found
        new = {model: left for model, keys in following.items() if (left := keys - gone[model])}
    for model, keys in gone.items():
        for field in _mentioning(model):
            _rows(field.model).filter(**{f"{field.name}__in": keys}).update(**{field.name: None})
    for model, keys in gone.items():
        rows = _rows(model).filter(pk__in=keys)
        rows._raw_delete(rows.db)


def _pointing(model: type[Model], keys: Collection[object], *how: object) -> Iterator[tuple[type[Model], set[object]]]:
    """The rows that point to these in one of the ways."""
    for relation in _relations(model):
        if relation.on_delete in how:
            field = relation.field
            found = set(_rows(field.model).filter(**{f"{field.name}__in": keys}).values_list("pk", flat=True))
            if found:
                yield field.model, found


def _jobs_of(model: type[Model], keys: Collection[object]) -> Iterator[tuple[type[Model], set[object]]]:
    """The work that was ordered for these rows."""
    for field in model._meta.concrete_fields:
        if field.related_model is Job:
            found = _rows(model).filter(pk__in=keys, **{f"{field.name}__isnull": False})
            yield Job, set(found.values_list(field.attname, flat=True))


def _mentioning(model: type[Model]) -> Iterable[models.Field[object, object]]:
    return (relation.field for relation in _relations(model) if relation.on_delete not in (CASCADE, PROTECT))


def _relations(model: type[Model]) -> Iterator[ManyToOneRel]:
    """All that may point to its rows, also by names that nobody asks for."""
    for field in model._meta.get_fields(include_hidden=True):
        if isinstance(field, ManyToOneRel):
            yield field


def _rows(model: type[Model]) -> models.QuerySet[Model]:
    """All of them, by Django's own query: a journal refuses to be shortened by its own."""
    return models.QuerySet(model)
