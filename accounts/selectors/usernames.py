"""What people may be called here: a name is read aloud, printed and looked up, so it is one line of plain words."""

from __future__ import annotations

import re
import unicodedata

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from config.common import lookalikes

LEAST, MOST = 2, 40
SHAPE = re.compile(r"[^\W_](?:[ ._'’-]?[^\W_])*")
"""Letters and digits of any script; between two of them at most one blank, dot, hyphen, apostrophe or underscore."""
TAKEN_BY_THE_HOUSE = frozenset(
    {"owner", "admin", "administrator", "root", "staff", "engine", "umpire", "allied", "axis", "anonymous", "nobody"}
    | {"the clock", "the terms", "the staff"}
)
"""Some of them sign what nobody did (``campaigns.models.Itself``)."""
FORMER = "Former member"
_KEPT = frozenset(map(lookalikes.bare, TAKEN_BY_THE_HOUSE))
HELP = f"{LEAST} to {MOST} letters and digits; a blank, dot, hyphen or apostrophe may stand between them."


def tidy(name: str) -> str:
    """The name as it is kept: composed letters, no blanks around it."""
    return unicodedata.normalize("NFKC", name).strip()


def shape(name: str) -> None:
    """Raises ``ValidationError`` for a name that nobody should have to read."""
    if not LEAST <= len(name) <= MOST:
        raise ValidationError(f"A name has {LEAST} to {MOST} characters.", code="length")
    if why := lookalikes.why_not(name, by_word=False):
        raise ValidationError(why, code="deceives")
    if not SHAPE.fullmatch(name):
        raise ValidationError(
            "A name is made of letters and digits; between two of them may stand one blank, dot, hyphen, apostrophe "
            "or underscore.",
            code="shape",
        )
    looks = lookalikes.bare(name)
    if looks in _KEPT or looks.startswith(lookalikes.bare(FORMER)) or lookalikes.is_of_house(name):
        raise ValidationError(lookalikes.OF_HOUSE, code="kept")


SHAPES = [shape]
"""The validators of a new name, as allauth asks for them."""


def is_taken(name: str, *, but_of: User | None = None) -> bool:
    """Somebody, other than ``but_of``, is called so, or a name that the eye takes for it. One query."""
    looks = lookalikes.skeleton(name)
    others = User.objects.exclude(pk=but_of.pk) if but_of is not None else User.objects.all()
    return any(looks == lookalikes.skeleton(each) for each in others.values_list("username", flat=True).iterator())
