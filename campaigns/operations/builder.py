"""Drafts of packs: begun, changed part by part or as text, put on the shelf, thrown away.

A draft may be as wrong as it likes. What somebody sends is written only over what they have seen.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from typing import Any, TypeAlias

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Pack, PackDraft, ShelfCard
from campaigns.operations import quotas
from campaigns.operations.cards import put_on_shelf
from campaigns.operations.packs import fork_of, keep_pack
from campaigns.packs.builder.parts import BY_SLUG, Part, Place, Unplaced, items
from campaigns.packs.builder.reading import FILENAME, Unreadable, data_of
from campaigns.packs.builder.skeletons import skeleton
from campaigns.packs.builder.words import carried as carried_of
from campaigns.packs.builder.writing import write
from campaigns.packs.card_files import carried_table
from campaigns.packs.card_schema import OF_THE_PACK
from campaigns.packs.cards import own_nation_of, read_cards
from campaigns.packs.reader import LARGEST
from campaigns.packs.rewriting import CannotRewrite, renamed, same
from campaigns.packs.schema import SLUG
from campaigns.packs.shelf_cards import given_aircraft, read_shelf_cards, without_pack
from campaigns.selectors.cards import CardOnShelf, usable_cards
from config.common.refusals import Refusal
from engine.core import own_types

Data: TypeAlias = dict[str, Any]
MOST_DRAFTS = 20
"""Of one person."""
STALE = (
    "This was changed elsewhere since you opened the page, in another tab perhaps. What you have here is not saved "
    "yet: look at it, and save it once more to put it over the other."
)
GONE = "This draft is not there any more: it is on the shelf, or thrown away."
ODD = "Something stands there in the draft that does not belong there. Change it in the text."
UNREADABLE = "The draft’s text cannot be read as it stands. Mend it in the text first."


def start_copy(*, actor: User, pack: Pack) -> PackDraft:
    """A draft that begins as a copy of ``pack``, or the one of it that is there already."""
    with _begun(actor) as own:
        known = own.filter(copied_from__slug=pack.slug).first()
        return known or _start(actor, fork_of(pack, actor), pack)


def start_new(*, actor: User, name: str) -> PackDraft:
    """A draft that begins as one of the skeletons of packs. ``Refusal``: there is none of that name."""
    text = skeleton(name)
    if text is None:
        raise Refusal("Choose what kind of pack it is.", "skeleton")
    with _begun(actor):
        return _start(actor, text, None)


@contextmanager
def _begun(actor: User) -> Iterator[Any]:
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)  # two clicks begin one draft
        yield PackDraft.objects.filter(owner=actor)


def _start(actor: User, text: str, pack: Pack | None) -> PackDraft:
    if PackDraft.objects.filter(owner=actor).count() >= MOST_DRAFTS:
        raise Refusal(f"You have {MOST_DRAFTS} drafts, as many as one person may. Finish or throw away one of them.")
    quotas.spend(actor.pk, "drafts")
    return PackDraft.objects.create(owner=actor, text=text, title=_title(tomllib.loads(text)), copied_from=pack)


def digest_of(text: str) -> str:
    """What a page that edits the whole text has seen."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def write_part(
    *, actor: User, draft: PackDraft, place: Place, value: Mapping[str, Any], expected_version: str, page: str = ""
) -> PackDraft:
    """Put what one page edits into the text, which stays as it is elsewhere.

    ``expected_version``: the digest of it when the page was made. Raises ``Refusal`` if it has changed since, unless
    the same ``page`` has changed it last, whose answer has yet to come.
    """
    with _locked(actor, draft) as (own, data):
        before = place.read(data)
        if before is None:
            raise Refusal("It is not there any more: it was removed or has another key. Look at the draft again.")
        if same(dict(value), before):
            return own
        if place.digest(data) != expected_version and not _is_last(own, page):
            raise Refusal(STALE)
        return _save(own, _written(own.text, place.put(data, value)), page)


def _is_last(draft: PackDraft, page: str) -> bool:
    return bool(page) and draft.changed_on == page


def write_text(*, actor: User, draft: PackDraft, text: str, expected_version: str, page: str = "") -> PackDraft:
    """Put another text in the draft's place, readable or not."""
    with _locked(actor, draft, readable=False) as (own, _):
        if text == own.text:
            return own
        if digest_of(own.text) != expected_version and not _is_last(own, page):
            raise Refusal(STALE, "text")
        return _save(own, text, page)


def add_item(
    *, actor: User, draft: PackDraft, part: Part, key: str, value: Mapping[str, Any], copy_of: str = ""
) -> str:
    """Another table of a part that has many, as ``value`` or as a copy of one that is there; returns its item."""
    with _locked(actor, draft) as (own, data):
        if copy_of:
            copied = Place(part, copy_of).read(data)
            if copied is None:
                raise Refusal("What you copy is not there any more. Look at the draft again.")
            value = _next_number(part, data, deepcopy(copied))
        if part.is_list:
            rows = _tables(part, data)
            if any(isinstance(row, dict) and row.get("key") == key for row in rows):
                raise Refusal(f"There is a {part.one} with the key {key} already. Choose another.", "key")
            _save(own, _written(own.text, _put(part, data, [*rows, {**value, "key": _key(key)}])))
            return str(len(rows) + 1)
        there = _tables(part, data)
        if key in there:
            raise Refusal(f"There is a {part.one} with the key {key} already. Choose another.", "key")
        _save(own, _written(own.text, _put(part, data, {**there, _key(key): value})))
        return key


def _tables(part: Part, data: Data) -> Any:
    """A list, or tables by their keys. Raises ``Refusal`` where something else stands."""
    usual: Any = [] if part.is_list else {}
    there = part.tables(data)
    if there is not None and type(there) is not type(usual):
        raise Refusal(ODD)
    return usual if there is None else there


def _put(part: Part, data: Data, tables: Any) -> Data:
    try:
        return part.put(data, tables)
    except Unplaced:
        raise Refusal(ODD) from None


def _next_number(part: Part, data: Data, value: Data) -> Data:
    numbers = [each.get("number") for _, each in items(part, data) if isinstance(each, dict)]
    known = [number for number in numbers if type(number) is int]
    return {**value, "number": max(known) + 1} if known and "number" in value else value


def remove_item(*, actor: User, draft: PackDraft, place: Place) -> None:
    """Take one table of many out of the draft."""
    with _locked(actor, draft) as (own, data):
        if place.read(data) is None:
            raise Refusal("It is not there any more.")
        there: Any = place.part.tables(data)
        if isinstance(there, list):
            there = [each for at, each in enumerate(there, 1) if str(at) != place.item]
        else:
            there = {key: each for key, each in there.items() if key != place.item}
        _save(own, _written(own.text, _put(place.part, data, there)))


def move_item(*, actor: User, draft: PackDraft, place: Place, by: int) -> str:
    """Let a table of a list change places with its neighbour; returns the item that it is now."""
    with _locked(actor, draft) as (own, data):
        rows = place.part.tables(data)
        at = int(place.item) - 1 if place.item.isdecimal() else -1
        to = at + by
        if not isinstance(rows, list) or not (0 <= at < len(rows) and 0 <= to < len(rows)):
            return place.item
        rows[at], rows[to] = rows[to], rows[at]
        _save(own, _written(own.text, data))
        return str(to + 1)


def rename_item(*, actor: User, draft: PackDraft, place: Place, key: str) -> str:
    """Give one table of many another key, wherever the draft speaks of it; returns the key."""
    with _locked(actor, draft) as (own, data):
        there = place.part.tables(data)
        if key == place.item:
            return key
        if not isinstance(there, dict) or place.item not in there:
            raise Refusal("It is not there any more. Look at the draft again.")
        if key in there:
            raise Refusal(f"There is a {place.part.one} with the key {key} already. Choose another.", "key")
        text = renamed(own.text, place.path, _key(key))
        _save(own, _written(text, _speaking_of(place.part, tomllib.loads(text), place.item, key)))
        return key


def take_cards(*, actor: User, draft: PackDraft, wanted: Collection[str]) -> None:
    """Have the draft carry cards that this person may use, by the slugs that the house knows them by.

    One that the draft carries under the same name gives way.
    """
    with _locked(actor, draft) as (own, data):
        system = data.get("system")
        usable = usable_cards(actor, system, "") if isinstance(system, str) and system else []
        chosen = [card for card in usable if card.known in wanted]
        if not wanted or len(chosen) < len(set(wanted)):
            raise Refusal("Choose cards that stand on your shelf or a club’s of yours, of the game of this pack.")
        if len({(card.kind, card.slug) for card in chosen}) < len(chosen):
            raise Refusal("Two of these cards have the same slug, and a pack can carry only one of it. Choose one.")
        resources = [card for card in chosen if card.kind == "resources"]
        chosen = [card for card in chosen if card.kind != "resources"]
        for card in chosen:
            _cards(data, card.kind)[card.slug] = card.carried
        for card in resources:
            chosen += _take_resource(data, card, usable)
        for card in chosen:
            if card.nation:
                _take_nation(data, card)
        _save(own, _written(own.text, data))


def _take_nation(data: Data, card: CardOnShelf) -> None:
    """Have the pack carry the nation that a card is of. ``Refusal``: it has another by that code."""
    code, nation = own_types.plain(card.nation), own_types.table_of(card.nation)
    if nation is None:
        raise Refusal(f"{card.name} is of a nation that is on no shelf any more. Give it another.")
    carried = _cards(data, "nations")
    wanted = carried_table(card.system, "nations", nation)
    if not same(carried.setdefault(code, wanted), wanted):
        raise Refusal(
            f"{card.name} is of {nation['name']} as it stands on the shelf, and the draft has something else under the "
            f"code {code}. Take that out or take in the nation too."
        )


def _take_resource(data: Data, card: CardOnShelf, usable: Iterable[CardOnShelf]) -> list[CardOnShelf]:
    """Have the pack have a Resource, and carry the aircraft of its shelf that it brings, which are given.

    What a Resource of that key costs in the pack, which Missions allow it and which event brings it, stays.
    """
    there = data.setdefault("resources", {})
    before = there.get(card.slug, {}) if isinstance(there, dict) else None
    if not isinstance(before, dict):
        raise Refusal(ODD)
    there[card.slug] = card.carried | {key: before[key] for key in OF_THE_PACK if key in before}
    own = {each.slug: each for each in usable if each.kind == "aircraft" and each.club == card.club}
    brought = [own[slug] for slug in given_aircraft(card.table) if slug in own]
    brought = [each for each in brought if each.house is None and each.slug not in carried_of(data, "aircraft")]
    for each in brought:
        _cards(data, "aircraft")[each.slug] = each.carried
    return brought


def keep_resource(*, actor: User, draft: PackDraft, slug: str) -> list[ShelfCard]:
    """Put a Resource of the draft on its maker's shelf, with the aircraft of the draft's own that it brings.

    ``Refusal``: there is none such, or something is wrong with it.
    """
    with _locked(actor, draft) as (_, data):
        resource = _tables(BY_SLUG["resources"], data).get(slug)
        if not isinstance(resource, dict):
            raise Refusal("It is not there any more. Look at the draft again.")
        carried = carried_of(data, "aircraft")
        aircraft = {type_: carried[type_] for type_ in given_aircraft(resource) if type_ in carried}
        codes = [each.get("nation") for each in aircraft.values()]
        nations = {code: each for code, each in carried_of(data, "nations").items() if code in codes}
        cards = {"nations": nations, "aircraft": aircraft, "resources": {slug: without_pack(resource)}}
        read = read_shelf_cards({"system": data.get("system"), "cards": cards})
        if read.wrong:
            raise Refusal(f"It is not right yet: {read.wrong[0][1]}")
        return put_on_shelf(actor=actor, system=data["system"], cards=read.by_kind)


def keep_on_shelf(*, actor: User, draft: PackDraft, kind: str, slug: str) -> list[ShelfCard]:
    """Put a card that the draft carries on its maker's shelf, with the nation that it is of; gives what is new there.

    ``Refusal``: the draft does not carry it, or something is wrong with it.
    """
    with _locked(actor, draft) as (_, data):
        table = carried_of(data, kind).get(slug)
        if table is None:
            raise Refusal("The draft does not carry that card any more.")
        nations = {
            code: each for code, each in carried_of(data, "nations").items() if code in (slug, table.get("nation"))
        }
        read = read_cards({"system": data.get("system"), "cards": {"nations": nations, kind: {slug: table}}})
        if read.wrong:
            raise Refusal(f"It is not right yet: {read.wrong[0][1]}")
        cards = read.by_kind
        if not own_nation_of(cards[kind][slug]) and kind != "nations":
            cards["nations"] = {}
        return put_on_shelf(actor=actor, system=data["system"], cards=cards)


def take_out_card(*, actor: User, draft: PackDraft, kind: str, slug: str) -> None:
    """Have the draft carry a card no more; where it names it, that is a mistake now, or the house’s."""
    with _locked(actor, draft) as (own, data):
        carried = _cards(data, kind)
        if slug not in carried:
            raise Refusal("The draft does not carry that card any more.")
        del carried[slug]
        _save(own, _written(own.text, data))


def _cards(data: Data, kind: str) -> Data:
    """The cards of a kind that the draft carries, to be changed."""
    found: object = data
    for key in ("cards", kind):
        found = found.setdefault(key, {}) if isinstance(found, dict) else None
    if not isinstance(found, dict):
        raise Refusal(ODD)
    return found


SPOKEN_OF: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "missions": (("stages", "*", "table", "*", "mission"), ("resources", "*", "missions", "*")),
    "squadrons": (("replacements", "*", "squadron"), ("events", "*", "gives", "*", "squadron")),
    "resources": (("events", "*", "gives", "*", "resource"),),
    "events": (("events", "*", "after"), ("resources", "*", "event")),
    "own-targets": (("missions", "*", "target", "slug"),),
    "own-nations": (("squadrons", "*", "nation"), ("cards", "aircraft", "*", "nation")),
}
"""Where a pack names its tables."""


def _speaking_of(part: Part, data: Data, old: str, new: str) -> Data:
    for path in SPOKEN_OF.get(part.slug, ()):
        _rename_at(data, path, old, new)
    return data


def _rename_at(value: Any, path: tuple[str, ...], old: str, new: str) -> None:
    step, *rest = path
    keys = (
        list(value)
        if isinstance(value, dict) and step == "*"
        else range(len(value))
        if isinstance(value, list) and step == "*"
        else [step]
        if isinstance(value, dict) and step in value
        else []
    )
    for key in keys:
        if rest:
            _rename_at(value[key], tuple(rest), old, new)
        elif value[key] == old:
            value[key] = new


def keep_draft(*, actor: User, draft: PackDraft) -> Pack:
    """Put it on the shelf; the draft is done then. Raises ``PackError`` with every mistake in it, and ``Refusal``."""
    own = PackDraft.objects.filter(pk=draft.pk, owner=actor).first()
    if own is None:
        raise Refusal(GONE)
    kept = keep_pack(actor=actor, text=own.text, filename=FILENAME)
    PackDraft.objects.filter(pk=own.pk, text=own.text).delete()
    return kept


def discard(*, actor: User, draft: PackDraft) -> None:
    """Throw it away."""
    PackDraft.objects.filter(pk=draft.pk, owner=actor).delete()


@contextmanager
def _locked(actor: User, draft: PackDraft, *, readable: bool = True) -> Iterator[tuple[PackDraft, Data]]:
    """The draft as it stands, which nobody else changes meanwhile, and what its text says."""
    with transaction.atomic():
        own = PackDraft.objects.select_for_update(of=("self",)).filter(pk=draft.pk, owner=actor).first()
        if own is None:
            raise Refusal(GONE)
        yield own, _data(own.text) if readable else {}


def _data(text: str) -> Data:
    try:
        return data_of(text)
    except Unreadable:
        raise Refusal(UNREADABLE) from None


def _key(key: str) -> str:
    if not re.fullmatch(SLUG, key) or len(key) > 60:
        raise Refusal("A key is of lower-case letters and figures, joined by single hyphens.", "key")
    return key


def _written(text: str, data: Data) -> str:
    try:
        return write(text, data)
    except CannotRewrite:
        raise Refusal(
            "The text is written in a way that the form cannot change here without touching the rest. "
            "Change it in the text."
        ) from None


def _save(draft: PackDraft, text: str, page: str = "") -> PackDraft:
    quotas.spend(draft.owner_id, "drafts")
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise Refusal("The draft would be larger than 1 MB: a pack holds text only.")
    draft.text, draft.changed_on = text, page[:32]
    with suppress(Unreadable):
        draft.title = _title(data_of(text))
    draft.save(update_fields=["text", "title", "changed_on", "changed_at"])
    return draft


def _title(data: Data) -> str:
    title = data.get("title")
    return title.strip()[:120] if isinstance(title, str) and title.strip() else "A pack without a title"
