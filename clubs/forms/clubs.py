"""Forms of clubs: they check what was sent and hand the operations their own types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth.models import User

from campaigns.models import ON_A_SIDE, Campaign, Role, Side
from campaigns.selectors.sides import USUAL
from clubs.models import Club, ClubRole, Membership
from clubs.operations.bans import REASON_LENGTH
from clubs.operations.clubs import ABOUT_LENGTH
from clubs.operations.clubs import NAME_LENGTH as CLUB_NAME_LENGTH
from clubs.operations.invitations import MOST_USES, SEATS
from clubs.selectors.members import time_zones
from config.common.forms import HouseForm, choice_field, line_field, text_field
from config.common.lengths import NAME_LENGTH
from config.common.refusals import Refusal


class ClubForm(HouseForm):
    """What a club is like."""

    name = line_field(
        "Name of the club",
        CLUB_NAME_LENGTH,
        missing="Give the club a name.",
        too_long=f"The name is longer than {CLUB_NAME_LENGTH} letters.",
    )
    about = text_field(
        "About it", ABOUT_LENGTH, 5, required=False, too_long=f"That is longer than {ABOUT_LENGTH:,} letters."
    )
    time_zone = choice_field("Time zone", missing="Choose a time zone.", wrong="Choose a time zone of the list.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("time_zone", ((zone, zone.replace("_", " ")) for zone in time_zones()))


def _roles(roles: Iterable[ClubRole]) -> list[tuple[int, str]]:
    return [(role.value, role.label) for role in roles]


def _role(label: str | None = None, **more: Any) -> forms.ChoiceField:
    return choice_field(
        label,
        coerce=lambda value: ClubRole(int(value)),
        missing="Choose a role.",
        wrong="Choose one of these roles.",
        **more,
    )


class ReasonForm(HouseForm):
    """Why somebody is banned; ``ban``, on the page of a removal: whether they are."""

    ban = forms.BooleanField(
        required=False,
        label="Ban them, too",
        help_text=(
            "With it no link of the club lets them in, nor to a seat in one of its campaigns. "
            "Without it they may come back by any link of the club that is still open."
        ),
    )
    reason = line_field(
        "Why", REASON_LENGTH, required=False, too_long=f"The reason is longer than {REASON_LENGTH} letters."
    )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if "ban" in self.fields and found.get("reason") and not found.get("ban"):
            self.add_error("reason", "Only a ban keeps a reason: tick “Ban them”, or leave this empty.")
        return found


class BanForm(ReasonForm):
    """Somebody who is to be banned, by name."""

    ban = None  # type: ignore[assignment]  # Django's way to leave a field of the parent out
    name = line_field(
        "Name of the person",
        150,
        missing="Say who is banned.",
        too_long="Nobody has so long a name.",
        attrs={"spellcheck": "false"},
    )

    field_order = ("name", "reason")


class RoleForm(HouseForm):
    """Another role for a member, of those that the actor may give."""

    role = _role()

    def __init__(self, roles: Iterable[ClubRole], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("role", _roles(roles))


class HandOverForm(HouseForm):
    """Another member, who becomes owner."""

    to = choice_field("To whom", coerce=int, missing="Choose a member.", wrong="Choose a member of the club.")

    def __init__(self, others: Sequence[Membership], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.members = {each.user_id: each.user for each in others}
        names = [(each.user_id, f"{each.user}, {each.get_role_display().lower()}") for each in others]
        self.set_choices("to", [("", "Choose a member"), *names])

    def field_of(self, refusal: Refusal) -> str:
        return "to" if refusal.field == "heir" else refusal.field

    @property
    def heir(self) -> User:
        return self.members[self.cleaned_data["to"]]


LASTS = {"1": "A day", "3": "Three days", "7": "A week", "14": "Two weeks", "30": "Thirty days", "90": "Ninety days"}


def seat_choices(sides: Mapping[str, str] = USUAL) -> list[tuple[str, str]]:
    """Every seat to which somebody may be invited, each of a side's twice: ``20-allied`` is a pilot's."""
    return [
        (f"{role.value}-{side}", f"{role.label}, {sides[side]}" if side else role.label)
        for role in SEATS
        for side in (Side.values if role in ON_A_SIDE else ("",))
    ]


class InvitationForm(HouseForm):
    """A new invitation: to a club in some role, to a seat in one of its campaigns, or both."""

    role = _role("In the club they are", initial=ClubRole.PLAYER.value)
    campaign = choice_field(
        "And in a campaign", coerce=int, required=False, empty_value=None, wrong="Choose one of these campaigns."
    )
    seat = choice_field(
        "Their seat there", required=False, missing="Choose a seat.", wrong="Choose one of these seats."
    )
    lasts = choice_field(
        "Good for",
        choices=list(LASTS.items()),
        coerce=lambda value: timedelta(days=int(value)),
        initial="7",
        missing="Choose how long.",
        wrong="Choose one of these times.",
    )
    most_uses = forms.IntegerField(
        label="How many people may use it",
        min_value=1,
        max_value=MOST_USES,
        initial=1,
        error_messages={
            "required": "Say how many people may use it.",
            "invalid": "Say how many people may use it, as a whole number.",
            "min_value": "At least one person has to be able to use it.",
            "max_value": f"At most {MOST_USES} people use one invitation.",
        },
    )

    def __init__(
        self,
        *args: Any,
        roles: Iterable[ClubRole] = (),
        campaigns: Sequence[Campaign] = (),
        sides: Mapping[str, str] = USUAL,
        **kwargs: Any,
    ) -> None:
        """``roles``: none of an invitation to a campaign alone, the only one of ``campaigns``."""
        super().__init__(*args, **kwargs)
        self.campaigns = {campaign.pk: campaign for campaign in campaigns}
        given = _roles(roles)
        seats = seat_choices(sides)
        if given:
            self.set_choices("role", given)
            self.set_choices("campaign", [("", "No campaign"), *((each.pk, each.name) for each in campaigns)])
            seats = [("", "No seat"), *seats]
            if not campaigns:
                del self.fields["campaign"], self.fields["seat"]
        else:
            del self.fields["role"], self.fields["campaign"]
            self.fields["seat"].required = True
            self.fields["seat"].label = "Their seat"
            self.initial.setdefault("seat", f"{Role.PILOT.value}-{Side.ALLIED.value}")
        if "seat" in self.fields:
            self.set_choices("seat", seats)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if "role" in self.fields and bool(found.get("campaign")) != bool(found.get("seat")) and not self.errors:
            field = "seat" if found.get("campaign") else "campaign"
            self.add_error(field, "A seat and its campaign belong together: choose both, or neither.")
        return found

    @property
    def asked(self) -> dict[str, Any]:
        """What ``invitations.invite`` takes, but who invites and to which club."""
        seat, _, side = self.cleaned_data.get("seat", "").partition("-")
        campaign = self.cleaned_data.get("campaign")
        if "role" not in self.fields:
            campaign = next(iter(self.campaigns))
        return {
            "role": self.cleaned_data.get("role"),
            "campaign": self.campaigns[campaign] if campaign else None,
            "seat": Role(int(seat)) if seat else None,
            "side": side,
            "lasts": self.cleaned_data["lasts"],
            "most_uses": self.cleaned_data["most_uses"],
        }


class OwnerForm(HouseForm):
    """Whose a campaign is: a club's, or its owner's own."""

    club = choice_field("Whose campaign it is", is_radio=True, required=False, wrong="Choose one of your clubs.")

    def __init__(self, clubs: Sequence[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.clubs = {str(club.pk): club for club in clubs}
        named = ((key, club.name) for key, club in self.clubs.items())
        self.set_choices("club", [("", "Nobody’s but yours"), *named])

    @property
    def chosen(self) -> Club | None:
        return self.clubs.get(self.cleaned_data["club"])


class CopyForm(OwnerForm):
    """A new campaign like another one."""

    name = line_field(
        "Name of the new campaign",
        NAME_LENGTH,
        missing="Give the campaign a name.",
        too_long=f"The name is longer than {NAME_LENGTH} letters.",
    )
    with_seats = forms.BooleanField(required=False, label="The same people in the same seats")

    field_order = ("name", "club", "with_seats")

    def __init__(self, clubs: Sequence[Club], *args: Any, may_copy_seats: bool, **kwargs: Any) -> None:
        super().__init__(clubs, *args, **kwargs)
        if not may_copy_seats:
            del self.fields["with_seats"]
