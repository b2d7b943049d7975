"""Forms about a single man: a Skill, a decoration, leave, a transfer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.models import User
from django.http import QueryDict

from campaigns.access import Viewer
from campaigns.forms.pictures import Files, PictureField
from campaigns.models import Role
from campaigns.operations import changes, pilots, players
from campaigns.selectors.squadrons import LogbookPage
from campaigns.standing import Standing, decorations, skills
from campaigns.standing.model import Airman
from config.common.forms import ActForm, Given, choice_field, line_field, reason_field
from config.common.refusals import Refusal
from config.common.vocabulary import amount, read_amount

STATUS_NAMES = {
    "fit": "Fit for duty",
    "leave": "On leave",
    "wounded": "Wounded",
    "captured": "Captured",
    "missing": "Missing",
    "killed": "Killed",
}


class ManForm(ActForm):
    """What is decided about a man, and who says why."""

    for_umpire: ClassVar[bool] = False
    """Only the owner and the umpires decide it."""

    at_least: ClassVar[Role] = Role.COMMANDER
    """Whose role falls short of it decides no such thing about any man."""

    def __init__(self, page: LogbookPage, data: QueryDict | None = None, files: Files | None = None) -> None:
        super().__init__(data, files, auto_id=f"{self.what}-%s", initial=self.proposed(page.standing, page.man))
        self.page = page
        self.airman = page.man
        self.offer(page)

    @classmethod
    def is_for(cls, page: LogbookPage, viewer: Viewer) -> bool:
        """Whether the viewer decides it about this man."""
        return page.may_manage and (viewer.may(Role.UMPIRE) or not cls.for_umpire)

    @classmethod
    def fits(cls, standing: Standing, airman: Airman) -> bool:
        """Whether there is anything to decide."""
        return True

    @classmethod
    def proposed(cls, standing: Standing, airman: Airman) -> dict[str, object]:
        """What the form begins with."""
        return {}

    def offer(self, page: LogbookPage) -> None:
        """Fill its choices, and leave out what is not asked about this man."""

    def sentence(self, made: Any) -> str:
        """``{name}`` is the man's."""
        return self.done.format(name=self.airman.name)


def _named(skills: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Skills to choose from, by their codes."""
    return ((code, f"{name} ({code})") for code, name in skills.items())


class SkillForm(ManForm):
    what = "skill"
    title = "A Skill to choose"
    button = "Learn it"
    done = "{name} has learned a Skill."
    code = choice_field(
        "Which Skill?", is_radio=True, missing="Choose a Skill.", wrong="This one cannot be learned. Choose another."
    )

    def offer(self, page: LogbookPage) -> None:
        self.set_choices("code", _named(skills.fitting(page.standing, page.man)))

    @classmethod
    def fits(cls, standing: Standing, airman: Airman) -> bool:
        return bool(airman.skills_due) and not airman.is_lost


class DecorationForm(ManForm):
    what = "decorate"
    title = "Award a decoration"
    button = "Award it"
    done = "{name} has been decorated."
    name = line_field("Decoration", pilots.NAME_LENGTH, missing="Say which decoration.", attrs={"list": "decorations"})
    reason = line_field("For what?", pilots.TEXT_LENGTH, missing="Say for what it is awarded.")

    def offer(self, page: LogbookPage) -> None:
        self.known = decorations.of_nation(page.man.man.nation)
        self.proposals = decorations.proposals(page.man)

    @classmethod
    def proposed(cls, standing: Standing, airman: Airman) -> dict[str, object]:
        found = decorations.proposals(airman)
        return {"name": found[-1].name, "reason": found[-1].reason} if found else {}

    @classmethod
    def fits(cls, standing: Standing, airman: Airman) -> bool:
        return airman.status != "away"


class StatusForm(ManForm):
    what = "status"
    title = "Leave, wounds, or how it ended"
    button = "Enter it"
    done = "It is entered how {name} is."
    status = forms.ChoiceField(label="State", choices=list(STATUS_NAMES.items()))
    back = forms.IntegerField(
        label="Flies again from mission", help_text="Of leave and wounds only.", required=False, min_value=1
    )
    reason = reason_field(changes.REASON_LENGTH)

    @classmethod
    def proposed(cls, standing: Standing, airman: Airman) -> dict[str, object]:
        following = max(standing.missions, default=0) + 1
        return {"status": "leave" if airman.status == "fit" else "fit", "back": following + 1}

    @classmethod
    def fits(cls, standing: Standing, airman: Airman) -> bool:
        matters = bool(standing.squadrons) or standing.pack.options.careers
        return airman.status != "away" and matters and not standing.is_over


class TransferForm(ManForm):
    what = "transfer"
    title = "Transfer"
    button = "Transfer"
    done = "{name} has been transferred."
    squadron = choice_field("To", wrong="No transfer to this squadron is possible. Choose another.")
    reason = reason_field(changes.REASON_LENGTH)

    def offer(self, page: LogbookPage) -> None:
        self.set_choices("squadron", _open_to(page.standing, page.man).items())

    @classmethod
    def fits(cls, standing: Standing, airman: Airman) -> bool:
        is_there = not airman.is_lost and airman.status != "away"
        return is_there and not standing.is_over and bool(_open_to(standing, airman))


def _open_to(standing: Standing, airman: Airman) -> dict[str, str]:
    """Keys and titles of the squadrons of his service that are here, but his own."""
    return {
        squadron.key: squadron.title
        for squadron in standing.squadrons.values()
        if squadron.side == airman.side
        and (squadron.nation, squadron.service) == (airman.man.nation, airman.man.service)
        and squadron.key != airman.squadron
        and squadron.status in ("present", "grounded")
    }


class AmountField(forms.CharField):
    """A number from 0 that may have a part: ``2``, ``2½``, ``2 1/3``, ``2.5``."""

    def __init__(self, label: str, help_text: str = "") -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            max_length=12,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            error_messages={"required": "Give a number; 0 if there is none."},
        )

    def clean(self, value: Any) -> Fraction:
        found = read_amount(str(super().clean(value)))
        if found is None:
            raise forms.ValidationError("Write it as 2, 2½, 2 1/3 or 2.5.")
        return found


class CareerForm(ManForm):
    what = "career"
    title = "A record from paper"
    button = "Enter the record"
    done = "The record of {name} is entered."
    for_umpire = True
    missions = forms.IntegerField(
        label="Missions",
        min_value=0,
        max_value=changes.MOST,
        help_text="All that were flown, those included that stand here already.",
        error_messages={"required": "Give a number; 0 if there is none."},
    )
    kills = AmountField("Victories", "Shared ones by the share: 2½.")
    experience = AmountField("Experience")
    is_green = forms.BooleanField(label="Green", required=False)
    skills = forms.MultipleChoiceField(label="Skills", required=False, widget=forms.CheckboxSelectMultiple)
    reason = reason_field(changes.REASON_LENGTH)

    def offer(self, page: LogbookPage) -> None:
        standing, airman = page.standing, page.man
        self.set_choices("skills", _named(skills.names_for(standing, airman)))
        if not standing.pack.options.careers or airman.rank:
            for name in ("experience", "is_green", "skills"):
                del self.fields[name]
        elif not standing.pack.rules.skills:
            del self.fields["skills"]

    @classmethod
    def proposed(cls, standing: Standing, airman: Airman) -> dict[str, object]:
        return {
            "missions": airman.missions,
            "kills": amount(airman.kills),
            "experience": amount(airman.experience),
            "is_green": airman.is_green,
            "skills": list(airman.skills),
            "reason": "From the record on paper",
        }

    @classmethod
    def fits(cls, standing: Standing, airman: Airman) -> bool:
        return airman.status != "away" and not standing.is_over

    def given(self) -> Given:
        usual = {
            "experience": self.airman.experience,
            "is_green": self.airman.is_green,
            "skills": self.airman.skills,
        }
        return usual | self.cleaned_data


class PlayerForm(ManForm):
    what = "player"
    title = "Whose man is this?"
    button = "Enter it"
    done = "It is entered whose man {name} is."
    at_least = Role.LEADER
    player = choice_field("Player", required=False, wrong="Choose somebody who has a seat on this side.")

    def offer(self, page: LogbookPage) -> None:
        self.set_choices("player", [("", "Nobody’s"), *page.players.items()])
        self.initial["player"] = page.man.player_id or ""

    @classmethod
    def is_for(cls, page: LogbookPage, viewer: Viewer) -> bool:
        return bool(page.players)

    @classmethod
    def fits(cls, standing: Standing, airman: Airman) -> bool:
        return not airman.is_lost and standing.pack.names_men

    def given(self) -> Given:
        chosen = self.cleaned_data["player"]
        player = User.objects.filter(pk=int(chosen)).first() if chosen else None
        if chosen and player is None:
            raise Refusal("That account has been closed.", "player")
        return {"player": player}


class NameForm(ManForm):
    what = "name"
    title = "Another name"
    button = "Give this name"
    done = "{name} has been given another name."
    at_least = Role.PILOT
    name = line_field("Name", players.NAME_LENGTH, missing="Write a name.")
    reason = reason_field(players.REASON_LENGTH, required=False)

    def offer(self, page: LogbookPage) -> None:
        if not page.needs_reason:
            del self.fields["reason"]
            self.fields["name"].help_text = "Once, and before the first sortie. Everybody will read it."

    @classmethod
    def proposed(cls, standing: Standing, airman: Airman) -> dict[str, object]:
        return {"name": airman.name}

    @classmethod
    def is_for(cls, page: LogbookPage, viewer: Viewer) -> bool:
        return page.may_name


class PortraitForm(ManForm):
    """How a man is shown."""

    at_least = Role.PILOT

    @classmethod
    def is_for(cls, page: LogbookPage, viewer: Viewer) -> bool:
        return page.may_picture


class UploadPortrait(PortraitForm):
    what = "portrait"
    title = "A portrait of your own"
    button = "Show this portrait"
    done = "{name} is shown with the portrait that you have uploaded."
    file = PictureField()


class DrawPortrait(PortraitForm):
    what = "portrait-drawn"
    title = "The drawn portrait again"
    button = "Take the picture away"
    done = "{name} has the drawn portrait again; the picture is gone."

    @classmethod
    def fits(cls, standing: Standing, airman: Airman) -> bool:
        return bool(airman.picture)


FORMS: Mapping[str, type[ManForm]] = {
    form.what: form
    for form in (
        SkillForm, DecorationForm, StatusForm, TransferForm, CareerForm, PlayerForm, NameForm, UploadPortrait,
        DrawPortrait,
    )
}  # fmt: skip
