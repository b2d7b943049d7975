"""What failed, for whoever owns the site, each with a button that has it tried again. To others it is not there."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.common.web import MemberRequest, number_asked, only_post, render_page
from office.operations import failures as operations
from office.selectors.failures import WHATS, What, failures

AGAIN = "It is tried again."


@require_safe
@never_cache
def failed(request: MemberRequest) -> HttpResponse:
    """Jobs, deliveries or e-mails that failed, the latest first."""
    _only_for_owner(request)
    asked = request.GET.get("show", "")
    show: What = next((each for each in WHATS if each == asked), "jobs")
    return render_page(request, "office/failed.html", {"page": failures(show, number_asked(request, "page"))})


@only_post("office-failed")
def job_again(request: MemberRequest, job: UUID) -> HttpResponse:
    _only_for_owner(request)
    operations.job_again(actor=request.user, job=job)
    return _done(request, "jobs")


@only_post("office-failed")
def delivery_again(request: MemberRequest, delivery: int) -> HttpResponse:
    _only_for_owner(request)
    operations.delivery_again(actor=request.user, delivery=delivery)
    return _done(request, "deliveries")


@only_post("office-failed")
def letter_again(request: MemberRequest, person: int) -> HttpResponse:
    _only_for_owner(request)
    operations.letter_again(actor=request.user, person=person)
    return _done(request, "letters")


def _done(request: MemberRequest, show: What) -> HttpResponse:
    messages.success(request, AGAIN)
    return redirect(reverse("office-failed", query={"show": show}))


def _only_for_owner(request: MemberRequest) -> None:
    if not request.user.is_superuser:
        raise Http404("There is no page at this address.")
