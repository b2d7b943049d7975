"""What people may be called here: a name is read aloud, printed and looked up, so it is one line of plain words."""

from __future__ import annotations

import re
import unicodedata

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

LEAST, MOST = 2, 40
SHAPE = re.compile(r"[^\W_](?:[ ._'’-]?[^\W_])*")
"""Letters and digits of any script; between two of them at most one blank, dot, hyphen, apostrophe or underscore."""
TAKEN_BY_THE_HOUSE = frozenset(
    {"owner", "admin", "administrator", "root", "staff", "engine", "umpire", "allied", "axis", "anonymous", "nobody"}
    | {"the clock", "the terms", "the staff"}
)
"""Some of them sign what nobody did (``campaigns.models.Itself``)."""
FORMER = "Former member"
HELP = f"{LEAST} to {MOST} letters and digits; a blank, dot, hyphen or apostrophe may stand between them."


def tidy(name: str) -> str:
    """The name as it is kept: composed letters, no blanks around it."""
    return unicodedata.normalize("NFKC", name).strip()


def shape(name: str) -> None:
    """Raises ``ValidationError`` for a name that nobody should have to read."""
    if not LEAST <= len(name) <= MOST:
        raise ValidationError(f"A name has {LEAST} to {MOST} characters.", code="length")
    if not SHAPE.fullmatch(name):
        raise ValidationError(
            "A name is made of letters and digits; between two of them may stand one blank, dot, hyphen, apostrophe "
            "or underscore.",
            code="shape",
        )
    if name.casefold() in TAKEN_BY_THE_HOUSE or name.casefold().startswith(FORMER.casefold()):
        raise ValidationError("The house keeps that name for itself. Please choose another one.", code="kept")


SHAPES = [shape]
"""The validators of a new name, as allauth asks for them."""


def is_taken(name: str) -> bool:
    """Somebody is called so, capital letters or not."""
    if name.isascii():
        return User.objects.filter(username__iexact=name).exists()
    # SQLite knows no capitals but those of English.
    return any(name.casefold() == each.casefold() for each in User.objects.values_list("username", flat=True))
