"""The shelf of packs: those that ship with the house, and those that people bring or make of them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from campaigns.models import Pack
from campaigns.operations import quotas
from campaigns.operations.cards import carry
from campaigns.packs import PackDefinition, read_pack
from campaigns.selectors.cards import with_own_cards
from campaigns.selectors.packs import visible
from config.common.refusals import Refusal

OWN = "my-"
"""How the slug of a pack begins that somebody makes of another one."""
LONGEST_SLUG = 60
RESERVED = ("new", "drafts", "format")
"""Slugs that are words of an address."""
_HEAD_LINE = r'(?m)^{key}\s*=\s*"[^"\n]*"'


def on_shelf(user: User) -> list[Pack]:
    """The newest version of every pack on which he may begin a campaign, by title. One query."""
    found: dict[str, Pack] = {}
    for pack in visible(user).filter(on_shelf=True):
        if pack.owner_id not in (None, user.pk):
            continue
        if pack.slug not in found or order(pack) > order(found[pack.slug]):
            found[pack.slug] = pack
    return sorted(found.values(), key=lambda pack: (pack.owner_id is not None, pack.title))


def order(pack: Pack) -> tuple[int, ...]:
    """Sorts versions: 1.10 is newer than 1.9."""
    return tuple(int(part) for part in pack.version.split("."))


def by_version(packs: Iterable[Pack]) -> list[Pack]:
    """One of each version, the newest first: the one on the shelf, where there is another text beside it."""
    one = {pack.version: pack for pack in sorted(packs, key=lambda pack: pack.on_shelf)}
    return sorted(one.values(), key=order, reverse=True)


def check_pack(*, actor: User, text: str, filename: str) -> None:
    """Look whether a text is a pack. Raises ``PackError`` with every mistake in it."""
    quotas.spend(actor.pk, "packs")
    read_pack(with_own_cards(actor, text), filename)


def keep_pack(*, actor: User, text: str, filename: str, on_shelf: bool = True) -> Pack:
    """Put a person's own pack on the shelf, or a new version of it. The same file again changes nothing.

    It carries those of their cards that it names. Raises ``PackError`` with every mistake in it. On the shelf a pack
    may have no name that the house or somebody else uses, and no version that is there: ``Refusal``. Off it, as it
    comes with a campaign, it stands beside those.
    """
    if on_shelf:
        quotas.spend(actor.pk, "packs")
        text = with_own_cards(actor, text)
    parsed = read_pack(text, filename)
    if parsed.slug in RESERVED:
        raise Refusal(f"No pack can have the slug {parsed.slug}: it is a word of the address. Choose another.", "slug")
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    with transaction.atomic():
        same = list(Pack.objects.select_for_update().filter(slug=parsed.slug))
        known = [pack for pack in same if pack.version == parsed.version]
        kept = next((pack for pack in known if pack.sha256 == sha256), None)
        if kept is not None and (not on_shelf or (kept.on_shelf and kept.owner_id in (None, actor.pk))):
            return kept
        if on_shelf and any(pack.owner_id != actor.pk for pack in same):
            raise Refusal(
                f"A pack with the slug {parsed.slug} is here already and is not yours. Give yours another slug, "
                f"such as {OWN}{parsed.slug}.",
                "slug",
            )
        if kept is not None and known == [kept]:
            kept.on_shelf = True
            kept.save(update_fields=["on_shelf"])
            return kept
        if on_shelf and known:
            raise Refusal(
                f"Version {parsed.version} of {parsed.slug} is here already and differs. Give yours a new version.",
                "version",
            )
        try:
            with transaction.atomic():
                content = _content(parsed, text) | {"owner": actor, "on_shelf": on_shelf}
                pack = Pack.objects.create(slug=parsed.slug, version=parsed.version, **content)
                carry(pack, parsed)
                return pack
        except IntegrityError:
            raise Refusal("Somebody has just stored this version. Look at the shelf again.", "version") from None


def fork_of(pack: Pack, user: User) -> str:
    """The text of a pack as a first draft of somebody's own: of his own the next version, of any other a new name."""
    if pack.owner_id == user.pk:
        *major, last = order(pack)
        version = ".".join(map(str, (*major, last + 1)))
        return _with(pack.source, version=version)
    slug = pack.slug if pack.slug.startswith(OWN) else f"{OWN}{pack.slug}"[:LONGEST_SLUG].rstrip("-")
    return _with(pack.source, slug=slug, version="1.0", title=f"{pack.title} (mine)")


def _with(source: str, **values: str) -> str:
    """The pack's text with other values in its head; its first lines of these keys are the head's."""
    for key, value in values.items():
        source = re.sub(_HEAD_LINE.format(key=key), f'{key} = "{value}"', source, count=1)
    return source


def _content(parsed: PackDefinition, text: str) -> dict[str, Any]:
    """What a row holds of a pack, beside its name and whose it is."""
    return {
        "title": parsed.title,
        "kind": parsed.kind,
        "system": parsed.system,
        "summary": parsed.summary,
        "source": text,
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


def load_pack(text: str, filename: str) -> tuple[Pack, bool]:
    """Store a pack file of the house; returns the row and whether anything changed, which the same file does not.

    A changed file needs a new version once a campaign runs on the old one. The same text that somebody brought before,
    with a campaign or as their own, is the house's from now on; another text of this name and version leaves the shelf
    to the house, and the campaigns that run on it keep it. Raises ``PackError``.
    """
    parsed = read_pack(text, filename)
    content = _content(parsed, text) | {"owner": None, "on_shelf": True}
    with transaction.atomic():
        same = list(Pack.objects.select_for_update().filter(slug=parsed.slug, version=parsed.version))
        pack = next((each for each in same if each.sha256 == content["sha256"]), None)
        other = next((each for each in same if each.on_shelf and each != pack), None)
        if other is not None and other.owner_id is None and other.campaigns.exists():
            raise Refusal(
                f"{filename}: version {other.version} of {other.title} has changed while campaigns run on it. "
                "Give the changed file a new version."
            )
        if other is not None and other.owner_id is None and pack is None:
            pack = other
        elif other is not None:
            other.on_shelf = False
            other.save(update_fields=["on_shelf"])
        if pack is None:
            pack = Pack.objects.create(slug=parsed.slug, version=parsed.version, **content)
            carry(pack, parsed)
            return pack, True
        if all(getattr(pack, name) == value for name, value in content.items()):
            return pack, False
        for name, value in content.items():
            setattr(pack, name, value)
        pack.save(update_fields=list(content))
        carry(pack, parsed)
        return pack, True
