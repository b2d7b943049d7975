"""Where pages find what their tables are drawn of."""

from __future__ import annotations

from django.templatetags.static import static

from campaigns.selectors import outlines
from missions.replay.board_markup import Signs


def signs() -> Signs:
    """The files of a page: browsers keep them."""
    return Signs(marks=static("img/marks.svg"), outline_of=outlines.address_of)
