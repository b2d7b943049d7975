"""The people of the demo: eleven, who with the visitor make a club of twelve."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction

from accounts.operations.accounts import sign_up
from accounts.selectors.usernames import is_taken
from demo.models import Demo, DemoPerson

MARK = "Demo"
"""What all of them are called by their last name, so that nobody takes them for somebody."""
FIRST_NAMES = (
    *("Ada", "Bertram", "Clara", "Dirk", "Edith", "Frank", "Greta", "Hugh", "Ines", "Jack", "Kitty"),
    *("Leo", "Maud", "Ned", "Olga", "Piet", "Rosa", "Sam", "Tilda", "Vic", "Wanda", "Yves"),
)
"""The later ones stand in where somebody is called so already."""


@dataclass(frozen=True, slots=True)
class People:
    """What each of them does in the demo."""

    founder: User
    """Owns the club and umpires its campaigns."""
    commander: User
    """Commands the Allied side until the visitor comes."""
    leaders: tuple[User, User]
    """Of Allied squadrons, or men of the Allied side where there are none."""
    allied: tuple[User, User]
    intelligence: User
    """Judges what the Axis side claims."""
    axis: tuple[User, User, User]
    """The first commands where a person does."""
    reader: User

    @property
    def members(self) -> tuple[User, ...]:
        """All but the founder."""
        return (self.commander, *self.leaders, *self.allied, self.intelligence, *self.axis, self.reader)


def invite_people(demo: Demo) -> People:
    """Make the accounts, which nobody can sign in to: no password, no address."""
    free = (name for first in FIRST_NAMES if not is_taken(name := f"{first} {MARK}"))
    made = [_person(demo, next(free)) for _ in range(11)]
    return People(
        founder=made[0],
        commander=made[1],
        leaders=(made[2], made[3]),
        allied=(made[4], made[5]),
        intelligence=made[6],
        axis=(made[7], made[8], made[9]),
        reader=made[10],
    )


def _person(demo: Demo, name: str) -> User:
    user = User(username=name, password=make_password(None))
    with transaction.atomic():
        sign_up(user)
        DemoPerson.objects.create(demo=demo, user=user)
    return user
