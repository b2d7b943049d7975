"""What the owner of the site sees of it, and may do to people's accounts.

Operations are the only writers, so everything else here is for reading, and of every row only what everybody in its
campaign may know: who owns the site may play, too. Plans, records, seeds, secrets and addresses are not among it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from accounts.forms.accounts import LeaveForm
from accounts.operations import accounts
from accounts.selectors import exports
from accounts.views.accounts import as_json_file
from campaigns.models import Campaign, Entry, Pack, Seat
from clubs.models import Club, Invitation, Membership, Night
from config.common.refusals import Refusal
from missions.models import Debrief, Flight, Job, Mission, Orders, Submission
from notices.models import Delivery, Happening, Webhook

if TYPE_CHECKING:  # Django's own classes take no type
    UserForm = forms.ModelForm[User]
    ModelAdmin = admin.ModelAdmin[Model]
    UserAdmin = admin.ModelAdmin[User]
else:
    UserForm = forms.ModelForm
    ModelAdmin = UserAdmin = admin.ModelAdmin


class ReadOnly(ModelAdmin):
    """Rows to look at. ``shown`` is all that is shown of them."""

    shown: tuple[str, ...] = ()
    named_beside: tuple[str, ...] = ()
    """What the text of a row names besides."""
    list_per_page = 50
    show_full_result_count = False
    actions = None

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.shown

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return ("__str__", *self.shown)

    def get_list_select_related(self, request: HttpRequest) -> tuple[str, ...]:
        """The rows that are named in a line."""
        names = (*self.shown, *self.named_beside)
        return tuple(name for name in names if self.model._meta.get_field(name).is_relation)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class PersonForm(UserForm):
    """What the owner of the site decides of somebody."""

    class Meta:
        model = User
        fields = ("is_active", "is_superuser")
        labels = {"is_active": "May come in", "is_superuser": "Owns the site"}
        help_texts = {"is_active": "Otherwise the account is locked.", "is_superuser": "May do all that is done here."}


@admin.register(User)
class PersonAdmin(UserAdmin):
    """People. Their accounts are locked and opened here, made owners of the site, told all about, and closed."""

    list_display = ("username", "email", "is_active", "is_superuser", "date_joined", "last_login")
    list_filter = ("is_active", "is_superuser")
    search_fields = ("username", "email")
    list_select_related = False
    form = PersonForm
    fields = ("name", "email", "is_active", "is_superuser", "date_joined", "last_login")
    readonly_fields = ("name", "email", "date_joined", "last_login")
    change_form_template = "admin/person.html"
    actions = None

    @admin.display(description="Name")
    def name(self, person: User) -> str:
        return person.get_username()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        accounts.set_standing(actor=User.objects.get(username=request.user.get_username()), user=obj)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except Refusal as refusal:
            messages.error(request, refusal.sentence)
            return redirect(request.path)

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("<int:pk>/data/", self.admin_site.admin_view(self.export), name="auth_user_data"),
            path("<int:pk>/close/", self.admin_site.admin_view(self.close), name="auth_user_close"),
        ]
        return own + super().get_urls()

    def _person(self, request: HttpRequest, pk: int) -> User:
        found = self.get_object(request, str(pk))
        if found is None:
            raise Http404("There is no such person.")
        return found

    def export(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What the house knows of somebody, for handing it to them, but for the secrets of their side.

        Those are in the file that they get by themselves.
        """
        person = self._person(request, pk)
        self.log_change(request, person, "Exported what is known of the person.")
        return as_json_file(exports.everything_about(person, by_others=True), person.get_username())

    def close(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Close somebody's account at their request."""
        person = self._person(request, pk)
        form = LeaveForm(person, request.POST or None)
        if request.method == "POST" and form.is_valid():
            with form.showing_refusals():
                name = accounts.close(user=person, texts=form.cleaned_data["texts"])
                messages.success(request, f"The account is closed. What is left of it goes by the name {name}.")
                return redirect("admin:auth_user_changelist")
        context = self.admin_site.each_context(request) | {
            "title": "Close an account",
            "opts": self.opts,
            "person": person,
            "form": form,
            "obstacles": accounts.obstacles(person),
        }
        status = 422 if form.is_bound else 200
        return TemplateResponse(request, "admin/person_close.html", context, status=status)


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnly):
    """Second factors and passkeys, to be taken away from somebody who has lost them."""

    shown = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("user__username",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """That something was entered, by whom and when; what it says is read in the campaign, by those who may.

    What is about one side stays out while its campaign runs: even that there is such an entry may be that side's own.
    """

    shown = ("campaign", "number", "kind", "by", "at")
    list_filter = ("kind",)
    search_fields = ("campaign__name", "by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        return super().get_queryset(request).filter(Q(side="") | Q(campaign__status=Campaign.Status.FINISHED))


@admin.register(Happening)
class HappeningAdmin(ReadOnly):
    """What everybody of a campaign or a club was told; not what only one side or one person was."""

    shown = ("kind", "campaign", "club", "at", "told_at")
    list_filter = ("kind",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        return super().get_queryset(request).filter(side="", person=None)


register = partial(admin.site.register, admin_class=ReadOnly)
register(
    EmailAddress,
    shown=("user", "email", "verified", "primary"),
    list_filter=("verified",),
    search_fields=("email", "user__username"),
)
register(
    SocialAccount,
    shown=("user", "provider", "date_joined", "last_login"),
    list_filter=("provider",),
    search_fields=("user__username",),
)
register(Club, shown=("name", "time_zone", "created_at"), search_fields=("name",))
register(
    Membership,
    shown=("club", "user", "role", "joined_at"),
    list_filter=("role",),
    search_fields=("club__name", "user__username"),
)
register(
    Invitation,
    shown=("club", "campaign", "role", "seat", "made_by", "made_at", "expires_at", "most_uses", "withdrawn_at"),
)
register(Night, shown=("club", "title", "begins_at", "place", "made_by", "cancelled_at"))
register(
    Pack,
    shown=("slug", "version", "title", "kind", "system", "owner", "on_shelf", "loaded_at"),
    list_filter=("system", "kind", "on_shelf"),
    search_fields=("slug", "title"),
)
register(
    Campaign,
    shown=("name", "pack", "owner", "club", "status", "created_at"),
    list_filter=("status",),
    search_fields=("name", "owner__username"),
)
register(
    Seat,
    shown=("campaign", "role", "side", "user", "stand_in", "stand_in_until"),
    list_filter=("role",),
    search_fields=("campaign__name", "user__username"),
)
register(
    Mission,
    shown=("campaign", "number", "status", "orders_due", "opened_at"),
    list_filter=("status",),
    search_fields=("campaign__name",),
)
# That a side has handed in, and when it did first; not what, and nothing of how often.
register(Orders, shown=("mission", "side", "handed_in_at"), search_fields=("mission__campaign__name",))
register(Flight, shown=("mission", "way", "stored_at"))
register(Submission, shown=("mission", "table", "status", "by", "at", "due_at"), list_filter=("status",))
register(Debrief, shown=("mission", "actor", "at"))
register(
    Job,
    shown=("kind", "status", "owner", "mission", "done", "total", "sends", "attempts", "created_at", "finished_at"),
    list_filter=("status", "kind"),
)
register(
    Webhook,
    shown=("campaign", "format", "is_on", "why_off", "made_by", "made_at"),
    list_filter=("is_on", "format"),
)
register(
    Delivery,
    shown=("webhook", "status", "attempts", "next_at", "answer", "at"),
    named_beside=("happening",),
    list_filter=("status",),
)
