"""The inbox, what somebody wishes to be told, and the end of e-mails."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.models import Campaign
from config.common.absolute_urls import absolute
from config.common.web import MemberRequest, number_asked, only_post, render_page, sent, whole_number
from notices.forms.inbox import WishesForm
from notices.models import Wishes
from notices.operations import email
from notices.operations import inbox as operations
from notices.selectors import inbox as selectors
from notices.selectors.kinds import KINDS


@require_safe
def notices(request: MemberRequest) -> HttpResponse:
    """What has come for this person, newest first."""
    campaign, only_unread = number_asked(request, "campaign"), request.GET.get("show") == "unread"
    inbox = selectors.inbox(
        request.user.pk, campaign=campaign, only_unread=only_unread, page=number_asked(request, "page")
    )
    return render_page(
        request,
        "notices/inbox.html",
        {
            "nav": "notices",
            "inbox": inbox,
            "unread": inbox.unread,
            "asked_campaign": campaign,
            "only_unread": only_unread,
            "filters": _query(campaign, only_unread),
        },
    )


def _query(campaign: int, only_unread: bool) -> str:
    asked = {"campaign": campaign or "", "show": "unread" if only_unread else ""}
    return urlencode({name: value for name, value in asked.items() if value})


@only_post("notices")
def notices_read(request: MemberRequest) -> HttpResponse:
    """Mark one notice as read, and go where it leads if ``go`` is asked; or mark all, or all of a campaign."""
    campaign = whole_number(request.POST.get("campaign", ""))
    back = f"{reverse('notices')}?{_query(campaign, request.POST.get('show') == 'unread')}".rstrip("?")
    if "notice" not in request.POST:
        operations.read_all(actor=request.user, campaign=campaign)
        return redirect(back)
    try:
        notice = operations.read(actor=request.user, happening=UUID(request.POST["notice"]))
    except ValueError:
        notice = None
    if notice is None:
        raise Http404("There is no such notice among yours.")
    return redirect(selectors.path_of(notice) if "go" in request.POST else back)


@require_http_methods(["GET", "HEAD", "POST"])
def notice_settings(request: MemberRequest) -> HttpResponse:
    """What this person is told, how, and where their calendar is."""
    wishes = operations.wishes_at_hand(request.user)
    campaigns = list(Campaign.objects.for_user(request.user.pk).values_list("pk", "name"))
    form = WishesForm(campaigns, sent(request), initial=_as_wished(wishes))
    if form.is_valid():
        with form.showing_refusals():
            operations.wish(
                actor=request.user,
                mail=form.cleaned_data["mail"],
                unwanted=form.unwanted,
                muted=form.muted_campaigns,
            )
            messages.success(request, "Your wishes are noted.")
            return redirect("notice-settings")
    context = {
        "nav": "notices",
        "form": form,
        "urgent": [kind.title for kind in KINDS.values() if kind.way == "urgent"],
        "address": email.address_of(request.user.pk),
        "calendar": absolute(reverse("calendar", args=[wishes.calendar])) if wishes.pk else "",
        "hour": f"{email.HOUR}:00",
    }
    return render_page(request, "notices/settings.html", context)


def _as_wished(wishes: Wishes) -> dict[str, object]:
    return {
        "mail": wishes.mail,
        "wanted": [name for name in KINDS if name not in wishes.unwanted],
        "muted": [str(pk) for pk in wishes.muted.values_list("pk", flat=True)] if wishes.pk else [],
    }


@only_post("notice-settings")
def calendar_renew(request: MemberRequest) -> HttpResponse:
    """Give the person's calendar another address."""
    operations.renew_calendar(actor=request.user)
    messages.success(request, "Your calendar has a new address. The old one leads nowhere now.")
    return redirect(f"{reverse('notice-settings')}#calendar")


@csrf_exempt
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """The end of e-mails, by a link in one of them: no signing in, no cookie. A POST does it, as RFC 8058 has it."""
    user_id = operations.signed_person(token)
    if user_id is None:
        raise Http404("This link is not one of ours.")
    if request.method == "POST":
        operations.unsubscribe(user_id=user_id)
    return render_page(request, "notices/unsubscribe.html", {"is_done": request.method == "POST"})
