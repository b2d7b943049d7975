"""The shelf of packs: to read, to take away, to bring one's own."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.catalogue.outcomes import outcomes_of
from campaigns.forms.campaigns import PackForm
from campaigns.forms.shelf import ShelfForm
from campaigns.models import Pack
from campaigns.operations import packs as shelf
from campaigns.packs import PackError
from campaigns.packs.builder.skeletons import skeletons
from campaigns.packs.cards import stands_for
from campaigns.packs.schema import SIDES
from campaigns.selectors.builder import drafts_of
from campaigns.selectors.definitions import definition
from campaigns.selectors.packs import visible
from campaigns.selectors.shelf import shelf_packs
from campaigns.standing.victory_table import grades
from config.common.web import UNPROCESSABLE, MemberRequest, as_file, render_page


@require_safe
def packs(request: MemberRequest) -> HttpResponse:
    """All of them, or those that the filters in the address leave."""
    on_shelf, looked_for = shelf.on_shelf(request.user), ShelfForm(request.GET)
    found = looked_for.found(shelf_packs(on_shelf))
    return render_page(
        request,
        "campaigns/packs/packs.html",
        {
            "nav": "packs",
            "shelf": looked_for,
            "has_packs": bool(on_shelf),
            "packs": [each for each in found if each.pack.owner_id is None],
            "own": [each for each in found if each.pack.owner_id is not None],
            "drafts": drafts_of(request.user),
        },
    )


def pack_or_404(request: MemberRequest, slug: str, version: str = "") -> Pack:
    """A version of a pack that the person may look at, the newest unless told otherwise."""
    found = visible(request.user).filter(slug=slug)
    packs = shelf.by_version(found.filter(version=version) if version else found)
    if not packs:
        raise Http404(f"There is no pack of that name {'and version ' if version else ''}here.")
    return packs[0]


@require_safe
def pack(request: MemberRequest, slug: str) -> HttpResponse:
    """One pack; ``?version=`` shows an older version of it."""
    found = pack_or_404(request, slug, request.GET.get("version", ""))
    versions = shelf.by_version(visible(request.user).filter(slug=slug))
    parsed = definition(found)
    rows = grades(parsed)
    came_out = None if found.owner_id else outcomes_of(found.slug, found.version)
    return render_page(
        request,
        "campaigns/packs/pack.html",
        {
            "nav": "packs",
            "pack": found,
            "is_own": found.owner_id == request.user.pk,
            "is_newest": found.pk == versions[0].pk,
            "versions": versions,
            "definition": parsed,
            "strikes": any(mission.target for mission in parsed.missions.values()),
            "grades": rows,
            "came_out": came_out,
            "came_out_rows": list(zip(rows, came_out.in_hundred, strict=True)) if came_out else [],
            "own_types": [(each, stands_for(each)) for each in parsed.own_types],
            "sides": SIDES,
        },
    )


@require_safe
def pack_source(request: MemberRequest, slug: str) -> HttpResponse:
    """The pack's own file."""
    found = pack_or_404(request, slug, request.GET.get("version", ""))
    return as_file(found.source, found.slug, "toml")


@require_http_methods(["GET", "HEAD", "POST"])
def pack_new(request: MemberRequest) -> HttpResponse:
    """Begin a draft of one, or bring one as a file or as a text."""
    if request.method != "POST":
        return _editor(request, PackForm())
    form = PackForm(request.POST, request.FILES)
    if not form.is_valid():
        return _editor(request, form)
    text = form.cleaned_data["text"]
    try:
        with form.showing_refusals():
            if "check" in request.POST:
                shelf.check_pack(actor=request.user, text=text, filename=form.filename)
                return _editor(request, form, is_right=True)
            kept = shelf.keep_pack(actor=request.user, text=text, filename=form.filename)
            messages.success(request, f"{kept.title}, version {kept.version}, is on your shelf.")
            return redirect("pack", kept.slug)
    except PackError as error:
        return _editor(request, form, problems=error.problems, status=UNPROCESSABLE)
    return _editor(request, form)


def _editor(request: MemberRequest, form: PackForm, *, status: int = 0, **context: object) -> HttpResponse:
    """``problems`` of a pack that was sent, or that it ``is_right``, besides the form."""
    about = {"nav": "packs", "form": form, "text": form.written, "skeletons": skeletons().values()}
    return render_page(request, "campaigns/packs/new.html", about | context, status=status)
