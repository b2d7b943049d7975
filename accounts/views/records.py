"""A person's record: one's own with who sees it, and that of somebody who shows it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.forms.records import RecordForm
from accounts.models import NOBODY
from accounts.operations import records
from accounts.selectors.ratings import rating_seen_by, ratings_of
from accounts.selectors.records import record_of, seen_by, shown_person
from config.common.web import MemberRequest, asking, render_page, sent


@asking
def record(request: MemberRequest) -> HttpResponse:
    """One's own, as who may see everything of it sees it, and the choice of who sees it and their rating."""
    shown_to = seen_by(request.user)
    initial = {"seen_by": shown_to, "rating_seen_by": rating_seen_by(request.user)}
    form = RecordForm(sent(request), initial=initial)
    if form.is_valid():
        with form.showing_refusals():
            records.show(user=request.user, seen_by=form.cleaned_data["seen_by"])
            records.show_rating(user=request.user, seen_by=form.cleaned_data["rating_seen_by"])
            messages.success(request, "That is who sees your record and your rating now.")
            return redirect("record")
    context: dict[str, object] = {
        "nav": "account",
        "form": form,
        "person": request.user,
        "is_shown": shown_to != NOBODY,
        "record": record_of(request.user, request.user),
        "ratings": ratings_of(request.user, request.user),
    }
    return render_page(request, "accounts/record.html", context)


@login_not_required
@require_safe
@never_cache
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """The record of somebody who shows it to the reader."""
    found = shown_person(pk, request.user)
    if found is None:
        raise Http404("Nobody shows a record here.")
    context: dict[str, object] = {
        "record": record_of(found, request.user),
        "ratings": ratings_of(found, request.user),
        "is_own": found.pk == request.user.pk,
    }
    return render_page(request, "accounts/person.html", context)
