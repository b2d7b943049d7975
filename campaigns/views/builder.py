"""Packs made by forms: a draft, its parts one page at a time, its text, and what it says otherwise than its model."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from copy import deepcopy
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from campaigns.forms.builder import PartForm
from campaigns.forms.campaigns import DraftTextForm
from campaigns.models import PackDraft
from campaigns.operations import builder
from campaigns.packs import PackError
from campaigns.packs.builder.differences import differences
from campaigns.packs.builder.parts import BY_SLUG, Part, Place, item_title, parts_of
from campaigns.packs.builder.reading import Unreadable, data_of, problems_of
from campaigns.packs.builder.words import Data, nations_of
from campaigns.selectors.builder import (
    Mistake,
    first_line,
    format_sections,
    is_linked,
    item_lines,
    mistakes_of,
    part_lines,
)
from campaigns.selectors.pack_cards import carried_cards, offered_cards
from campaigns.views.packs import pack_or_404
from config.common.refusals import Refusal
from config.common.web import UNPROCESSABLE, MemberRequest, asking, only_post, render_page, tell_refusal

MOST_OF_NATIONS = 6
"""Letters of the code of a nation."""
TEXT_BESIDE = "builder-text"
"""In a session: the text stands beside the pages of drafts."""
MOST_LINES = 3_000
"""Of texts whose lines are compared."""


@only_post("pack-new")
def pack_draft_new(request: MemberRequest) -> HttpResponse:
    """Begin a draft: a copy of the pack ``from``, or one of the skeletons."""
    model = request.POST.get("from", "")
    if model:
        draft = builder.start_copy(actor=request.user, pack=pack_or_404(request, model))
    else:
        draft = builder.start_new(actor=request.user, name=request.POST.get("skeleton", ""))
    return redirect("pack-draft", draft.pk)


def _draft_or_404(request: MemberRequest, pk: int) -> PackDraft:
    draft = PackDraft.objects.filter(pk=pk, owner=request.user).select_related("copied_from").first()
    if draft is None:
        raise Http404("There is no such draft among yours.")
    return draft


def _part_or_404(slug: str) -> Part:
    if slug not in BY_SLUG:
        raise Http404("A pack has no such part.")
    return BY_SLUG[slug]


@require_safe
@never_cache
def pack_draft(request: MemberRequest, pk: int) -> HttpResponse:
    """The draft as a whole: its parts, and everything that is wrong in it."""
    draft = _draft_or_404(request, pk)
    try:
        data = data_of(draft.text)
    except Unreadable:
        return redirect("pack-draft-text", pk)
    context = _frame(draft, data, _mistakes(draft, data)) | {"here": "draft", "count": _count(draft, data)}
    return render_page(request, "campaigns/builder/draft.html", context)


def _beside(request: MemberRequest, draft: PackDraft, place: Place, data: Data) -> dict[str, object]:
    """The text beside a page, for whoever has asked for it and until they put it away."""
    match request.GET.get("text"):
        case "beside":
            request.session[TEXT_BESIDE] = True
        case "away":
            request.session.pop(TEXT_BESIDE, None)
    if not request.session.get(TEXT_BESIDE):
        return {"has_text": True}
    line = first_line(draft.text, place, data)
    return {"has_text": True, "beside": line, "beside_place": place, "beside_seen": builder.digest_of(draft.text)}


def _count(draft: PackDraft, data: Data) -> int:
    """How much it says otherwise than what it is a copy of."""
    return len(differences(data_of(draft.copied_from.source), data)) if draft.copied_from else 0


def _mistakes(draft: PackDraft, data: Data) -> tuple[Mistake, ...]:
    return mistakes_of(data, problems_of(draft.text))


def _frame(draft: PackDraft, data: Data, mistakes: Sequence[Mistake]) -> dict[str, object]:
    """What every page of a draft shows."""
    return {
        "nav": "packs",
        "draft": draft,
        "lines": part_lines(data, mistakes),
        "mistakes": mistakes,
        "elsewhere": [each for each in mistakes if each.place is None],
    }


def _part_frame(
    request: MemberRequest, draft: PackDraft, place: Place, data: Data, mistakes: Sequence[Mistake]
) -> dict[str, object]:
    """What every page of a part shows besides."""
    context = _frame(draft, data, mistakes) | _beside(request, draft, place, data)
    return context | {
        "here": place.part.slug,
        "part": place.part,
        "own": [each for each in mistakes if each.place == place],
        "next": _next(place.part, data),
    }


@asking
def pack_draft_part(request: MemberRequest, pk: int, slug: str, item: str = "") -> HttpResponse:
    """One part or, of one that has many tables, their list or one of them. What is sent is kept at once."""
    draft, part = _draft_or_404(request, pk), _part_or_404(slug)
    try:
        data = data_of(draft.text)
    except Unreadable:
        messages.error(request, builder.UNREADABLE)
        return redirect("pack-draft-text", pk)
    if part.one and not item:
        return _items(request, draft, part, data)
    if part.slug == "cards" and not item:
        return _cards(request, draft, part, data)
    place = Place(part, item)
    value = place.read(data)
    if value is None or (item and not part.one):
        raise Http404("The draft has no such table.")
    form = PartForm(place, data)
    seen, opened, refusal = place.digest(data), request.GET.get("open", ""), None
    page = _name_of_page(request)
    if request.method == "POST":
        value = form.read(value, request.POST)
        try:
            if what := request.POST.get("do", ""):
                value, opened = form.act(value, what)
            draft = builder.write_part(
                actor=request.user,
                draft=draft,
                place=place,
                value=value,
                expected_version=request.POST.get("seen", ""),
                page=page,
            )
        except Refusal as refused:
            refusal = refused
        else:
            data = data_of(draft.text)
            if not request.htmx:
                is_there = place.read(data) is not None
                return _back_to(place if is_there else Place(part), draft, what, opened if is_there else "")
            value, form, seen = place.read(data) or {}, PartForm(place, data), place.digest(data)
    here = [problem for problem in problems_of(draft.text) if _is_here(problem.path, place)]
    root = form.node(value, here, opened)
    mistakes = _mistakes(draft, data)
    context = _part_frame(request, draft, place, data, mistakes) | {
        "place": place,
        "title": item_title(part, data, item, value) if item else part.title,
        "root": root,
        "seen": seen,
        "page": page,
        "refusal": refusal,
        "saved": request.method == "POST" and refusal is None,
        "others": [each for each in mistakes if each.place != place],
        "aircraft": form.names("aircraft"),
    }
    status = UNPROCESSABLE if refusal else 0
    return render_page(request, "campaigns/builder/part.html", context, partial="state", status=status)


def _name_of_page(request: MemberRequest) -> str:
    """By which a page that has been sent is known again; a new one gets one of its own."""
    return request.POST.get("page", "") or uuid4().hex


def _is_here(path: tuple[str | int, ...], place: Place) -> bool:
    around = place.path or place.part.inside
    return path[: len(around)] == around if around else bool(path) and path[0] in place.part.keys


def _next(part: Part, data: Data) -> Part | None:
    """The part that comes after it."""
    parts = parts_of(data)
    at = parts.index(part) + 1 if part in parts else len(parts)
    return parts[at] if at < len(parts) else None


def _address(draft: PackDraft, place: Place) -> str:
    args = (draft.pk, place.part.slug, *([place.item] if place.item else ()))
    return reverse("pack-draft-item" if place.item else "pack-draft-part", args=args)


def _back_to(place: Place, draft: PackDraft, what: str, opened: str) -> HttpResponse:
    address = _address(draft, place)
    if not what:
        return redirect(f"{address}?saved#main")
    return redirect(f"{address}?open={opened}#f-{opened.replace('.', '-')}" if opened else f"{address}#main")


def _items(request: MemberRequest, draft: PackDraft, part: Part, data: Data) -> HttpResponse:
    """The tables of a part; a new one is made of what it is called."""
    refusal = None
    if request.method == "POST":
        title = " ".join(request.POST.get("title", "").split())[:120]
        blank = PartForm(Place(part, "1"), data).blank(Place(part, "1").shape)
        value = blank | deepcopy(dict(part.begins))
        if title and part.slug != "own-men":
            value["name" if part.inside else "title"] = title
        try:
            item = builder.add_item(
                actor=request.user,
                draft=draft,
                part=part,
                key=_new_key(title, part, data),
                value=_numbered(value, part, data),
            )
            return redirect("pack-draft-item", draft.pk, part.slug, item)
        except Refusal as refused:
            refusal = refused
    mistakes = _mistakes(draft, data)
    context = _part_frame(request, draft, Place(part), data, mistakes) | {
        "items": item_lines(part, data, mistakes),
        "refusal": refusal,
        "nations": nations_of(data) if part.slug == "own-men" else {},
    }
    status = UNPROCESSABLE if refusal else 0
    return render_page(request, "campaigns/builder/items.html", context, status=status)


def _cards(request: MemberRequest, draft: PackDraft, part: Part, data: Data) -> HttpResponse:
    """The cards that the draft carries: those that were chosen from the shelf are taken in, one is taken ``out``.

    Or one is kept on the shelf.
    """
    refusal = None
    if request.method == "POST":
        what, _, which = request.POST.get("do", "").partition(" ")
        kind, _, slug = which.partition(" ")
        try:
            if what == "out":
                builder.take_out_card(actor=request.user, draft=draft, kind=kind, slug=slug)
            elif what == "take":
                builder.take_cards(actor=request.user, draft=draft, wanted=request.POST.getlist("card"))
            elif what == "keep":
                fresh = builder.keep_on_shelf(actor=request.user, draft=draft, kind=kind, slug=slug)
                messages.success(request, "It is on your shelf." if fresh else "Your shelf has it already, just so.")
            return redirect(f"{_address(draft, Place(part))}?saved#main")
        except Refusal as refused:
            refusal = refused
    mistakes = _mistakes(draft, data)
    offered, kept = offered_cards(request.user, data)
    context = _part_frame(request, draft, Place(part), data, mistakes) | {
        "carried": carried_cards(data, mistakes, offered, kept),
        "offered": offered,
        "system": engine.systems().get(str(data.get("system"))),
        "others": [each for each in mistakes if each.place != Place(part)],
        "refusal": refusal,
    }
    return render_page(request, "campaigns/builder/cards.html", context, status=UNPROCESSABLE if refusal else 0)


def _new_key(title: str, part: Part, data: Data) -> str:
    """Of what a new table is called; a list of names goes by its nation. Raises ``Refusal`` if there is none such."""
    if part.slug == "own-men":
        if title not in nations_of(data):
            raise Refusal("Choose the nation whose men they are.")
        return title
    key = slugify(title)
    key = key.replace("-", "")[:MOST_OF_NATIONS] if part.slug == "own-nations" else key[:40].strip("-")
    return _free_key(key or f"new-{part.one}", part, data)


def _free_key(key: str, part: Part, data: Data) -> str:
    there = part.tables(data)
    if part.is_list:
        taken = {each.get("key") for each in there if isinstance(each, dict)} if isinstance(there, list) else set()
    else:
        taken = set(there) if isinstance(there, dict) else set()
    found, number = key, 2
    while found in taken:
        found, number = f"{key}-{number}", number + 1
    return found


def _numbered(value: dict[str, Any], part: Part, data: Data) -> dict[str, Any]:
    """A new Mission comes behind the others."""
    there = part.tables(data)
    if "number" not in value or not isinstance(there, dict):
        return value
    numbers = [each["number"] for each in there.values() if isinstance(each, dict) and type(each.get("number")) is int]
    return value | {"number": max(numbers, default=0) + 1}


@only_post("pack-draft")
def pack_draft_act(request: MemberRequest, pk: int, slug: str, item: str, what: str) -> HttpResponse:
    """One table of many: another key, a copy, another place, or away with it."""
    draft, part = _draft_or_404(request, pk), _part_or_404(slug)
    place = Place(part, item)
    try:
        match what:
            case "rename":
                item = builder.rename_item(
                    actor=request.user, draft=draft, place=place, key=request.POST.get("key", "").strip()
                )
            case "copy":
                data = data_of(draft.text)
                there = place.read(data) or {}
                key = _free_key(f"{item if not part.is_list else there.get('key', 'stage')}-2", part, data)
                item = builder.add_item(actor=request.user, draft=draft, part=part, key=key, value={}, copy_of=item)
            case "up" | "down" if part.is_list:
                builder.move_item(actor=request.user, draft=draft, place=place, by=-1 if what == "up" else 1)
                return redirect("pack-draft-part", pk, slug)
            case "shelf" if slug == "resources":
                fresh = builder.keep_resource(actor=request.user, draft=draft, slug=item)
                messages.success(request, "It is on your shelf." if fresh else "Your shelf has it already, just so.")
            case "remove":
                builder.remove_item(actor=request.user, draft=draft, place=place)
                return redirect("pack-draft-part", pk, slug)
            case _:
                raise Http404("Nothing of that kind is done to it.")
    except (Refusal, Unreadable) as refused:
        tell_refusal(request, refused if isinstance(refused, Refusal) else Refusal(builder.UNREADABLE))
    return redirect("pack-draft-item", pk, slug, item) if is_linked(item) else redirect("pack-draft-part", pk, slug)


@asking
def pack_draft_text(request: MemberRequest, pk: int) -> HttpResponse:
    """The draft as one text, for those who like it."""
    draft = _draft_or_404(request, pk)
    form = DraftTextForm(request.POST if request.method == "POST" else None, initial={"text": draft.text})
    seen, saved, page = builder.digest_of(draft.text), False, _name_of_page(request)
    if form.is_valid():
        with form.showing_refusals():
            draft = builder.write_text(
                actor=request.user,
                draft=draft,
                text=form.cleaned_data["text"],
                expected_version=request.POST.get("seen", ""),
                page=page,
            )
            seen, saved = builder.digest_of(draft.text), True
            if (part := request.POST.get("part", "")) in BY_SLUG:
                place = Place(BY_SLUG[part], request.POST.get("item", ""))
                return redirect(f"{_back_from_text(draft, place)}?saved#main")
            if not request.htmx:
                return redirect(f"{reverse('pack-draft-text', args=(pk,))}?saved#main")
    try:
        data = data_of(draft.text)
    except Unreadable:
        data = {}
    context = _frame(draft, data, _mistakes(draft, data)) | {"here": "text", "form": form, "seen": seen, "saved": saved}
    context |= {"page": page, "text": form.written}
    return render_page(request, "campaigns/builder/text.html", context, partial="state")


def _back_from_text(draft: PackDraft, place: Place) -> str:
    """The page that the text stood beside or, if it is not there any more, that of its part."""
    try:
        is_there = is_linked(place.item) and place.read(data_of(draft.text)) is not None
    except Unreadable:
        is_there = False
    return _address(draft, place if is_there else Place(place.part))


@require_safe
@never_cache
def pack_draft_difference(request: MemberRequest, pk: int) -> HttpResponse:
    """What the draft says otherwise than the pack that it is a copy of, by its meaning and by its lines."""
    draft = _draft_or_404(request, pk)
    if draft.copied_from is None:
        raise Http404("This draft is a copy of nothing.")
    try:
        data = data_of(draft.text)
    except Unreadable:
        return redirect("pack-draft-text", pk)
    before, after = draft.copied_from.source.split("\n"), draft.text.split("\n")
    is_short = max(len(before), len(after)) <= MOST_LINES
    lines = difflib.unified_diff(before, after, draft.copied_from.slug, "your draft", lineterm="") if is_short else ()
    context = _frame(draft, data, _mistakes(draft, data)) | {
        "here": "difference",
        "differences": differences(data_of(draft.copied_from.source), data),
        "text_lines": [(line[:1], line) for line in lines][2:],
        "is_short": is_short,
    }
    return render_page(request, "campaigns/builder/difference.html", context)


@only_post("pack-draft")
def pack_draft_keep(request: MemberRequest, pk: int) -> HttpResponse:
    """Put it on the shelf."""
    draft = _draft_or_404(request, pk)
    try:
        kept = builder.keep_draft(actor=request.user, draft=draft)
    except PackError as error:
        count = len(error.problems)
        raise Refusal(f"Something is still wrong in it, in {count} place{'s' if count > 1 else ''}.") from None
    messages.success(request, f"{kept.title}, version {kept.version}, is on your shelf.")
    return redirect("pack", kept.slug)


@asking
def pack_draft_discard(request: MemberRequest, pk: int) -> HttpResponse:
    """Throw it away, once asked whether that is meant."""
    draft = _draft_or_404(request, pk)
    if request.method == "POST":
        builder.discard(actor=request.user, draft=draft)
        messages.success(request, f"The draft of {draft.title} is thrown away.")
        return redirect("packs")
    return render_page(request, "campaigns/builder/discard.html", {"nav": "packs", "draft": draft})


@require_safe
def pack_format(request: MemberRequest) -> HttpResponse:
    """What may stand in a pack, as the reference has it."""
    return render_page(request, "campaigns/builder/format.html", {"nav": "packs", "sections": format_sections()})
