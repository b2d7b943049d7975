"""What of a campaign can be printed, and who makes it.

A document goes by its address: ``log``, ``logbook/12``, ``briefing/3/allied``. A maker gets the campaign, the viewer
for whose eyes it is, the rest of the address and the paper, and returns a title for the file and its bytes. What the
viewer may not see, or what does not exist, is ``Http404``, as the selectors say it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from campaigns.access import Viewer
from campaigns.documents.book import book as book_document
from campaigns.documents.briefing import briefing
from campaigns.documents.cards import card_sheet
from campaigns.documents.kit.document import Progress
from campaigns.documents.kit.styles import Paper
from campaigns.documents.logs import log
from campaigns.documents.people import logbook, order_of_battle, squadron_book
from campaigns.models import Campaign
from campaigns.packs.schema import SIDES, Side
from campaigns.prints import logbook as logbooks
from campaigns.prints import squadron_book as squadron_books
from campaigns.prints.land_log import campaign_log
from campaigns.selectors.sides import side_titles
from config.common.refusals import Refusal
from missions.models import Mission
from missions.prints import briefing as briefing_sheets
from missions.prints.book import book
from missions.prints.cards import mission_cards
from missions.selectors.archive import export_parts, refuse_file


@dataclass(frozen=True, slots=True)
class Printed:
    """A document as a file."""

    title: str
    """Names the file, after the campaign."""
    content: bytes | Iterator[bytes]
    """An iterator gives what may be too large to be held at once, a little at a time, and once."""

    def whole(self) -> bytes:
        return self.content if isinstance(self.content, bytes) else b"".join(self.content)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintRequest:
    """Of what, for whose eyes and on what a document is to be made."""

    campaign: Campaign
    """As ``campaign_or_404`` fetches it."""
    viewer: Viewer
    paper: Paper
    site: str
    """Where this house is on the web, for addresses on paper: ``https://club.example``."""
    progress: Progress = lambda done, total: None


Maker = Callable[..., Printed]
"""Takes what is asked, and each further part of the address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentKind:
    """A kind of document."""

    make: Maker
    arguments: int = 0
    long_from: int | None = None
    """Of a campaign of so many missions it is made in the background; ``None``: it never takes long."""
    suffix: str = "pdf"
    refuse: Callable[[Campaign, Viewer], None] = lambda campaign, viewer: None
    """Raises ``PermissionDenied`` or ``Refusal`` unless this viewer may have it, whatever is kept for eyes like his."""

    def takes_long(self, campaign: Campaign) -> bool:
        return self.long_from is not None and campaign.committed >= self.long_from


LONGEST_NUMBER: Final = 18
"""Figures of what a database counts."""
MANY_MISSIONS: Final = 100
"""From so many on a log or a campaign's file takes more than half a second."""
CAMPAIGN_FILE: Final = "campaign-file"
"""The whole campaign, to be brought in elsewhere; it is the same on every paper."""


def _log(asked: PrintRequest) -> Printed:
    return Printed("log", log.render(campaign_log(asked.campaign, asked.viewer), asked.paper))


def _book(asked: PrintRequest) -> Printed:
    """Reading the campaign is the first half of the work, setting the pages the second."""
    made = book(asked.campaign, asked.viewer, lambda done, total: asked.progress(done, 2 * total))
    return Printed(
        "book", book_document.render(made, asked.paper, lambda done, total: asked.progress(total + done, 2 * total))
    )


def _logbook(asked: PrintRequest, pk: str) -> Printed:
    made = logbooks.logbook(asked.campaign, asked.viewer, _number(pk))
    return Printed(f"logbook {made.name}", logbook.render(made, asked.paper))


def _logbooks(asked: PrintRequest) -> Printed:
    """A ZIP file of all of them, whose entries carry no time, so that the same books give the same bytes."""
    target = BytesIO()
    books = list(logbooks.all_logbooks(asked.campaign, asked.viewer))
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for number, (name, made) in enumerate(books, start=1):
            archive.writestr(ZipInfo(name), logbook.render(made, asked.paper), ZIP_DEFLATED)
            asked.progress(number, len(books))
    return Printed("logbooks", target.getvalue())


def _order_of_battle(asked: PrintRequest, side: str) -> Printed:
    made = squadron_books.order_of_battle(asked.campaign, asked.viewer, _side(side))
    return Printed(f"{side_titles(asked.campaign)[side]} order of battle", order_of_battle.render(made, asked.paper))


def _squadron(asked: PrintRequest, key: str) -> Printed:
    made = squadron_books.squadron_book(asked.campaign, asked.viewer, key)
    return Printed(made.title, squadron_book.render(made, asked.paper))


def _briefing(asked: PrintRequest, number: str, side: str) -> Printed:
    mission = _mission(asked, number)
    form = reverse("mission-table", args=(mission.campaign_id, mission.number))
    try:
        made = briefing_sheets.briefing(mission, asked.viewer, _side(side), f"{asked.site}{form}")
    except Refusal as refusal:
        raise Http404(refusal.sentence) from None
    return Printed(f"mission {number} {side_titles(asked.campaign)[side]} briefing", briefing.render(made, asked.paper))


def _cards(asked: PrintRequest, number: str, side: str) -> Printed:
    made = mission_cards(_mission(asked, number), asked.viewer, _side(side))
    return Printed(f"mission {number} {side_titles(asked.campaign)[side]} cards", card_sheet.render(made, asked.paper))


def _campaign_file(asked: PrintRequest) -> Printed:
    refuse_file(asked.campaign, asked.viewer)
    return Printed("", export_parts(asked.campaign, asked.progress))


def _mission(asked: PrintRequest, number: str) -> Mission:
    found = asked.campaign.missions.filter(number=_number(number)).first()
    if not found or found.is_operation:
        raise Http404("This campaign has no such mission with orders.")
    found.campaign = asked.campaign
    return found


def _number(value: str) -> int:
    """A number of an address, which can be written in one way only: a document has one address."""
    if len(value) > LONGEST_NUMBER or not value.isdecimal() or str(int(value)) != value:
        raise Http404("There is no such number.")
    return int(value)


def _side(value: str) -> Side:
    for side in SIDES:
        if value == side:
            return side
    raise Http404("There is no such side.")


KINDS: Final[Mapping[str, DocumentKind]] = {
    "log": DocumentKind(make=_log, long_from=MANY_MISSIONS),
    "book": DocumentKind(make=_book, long_from=0),
    "logbook": DocumentKind(make=_logbook, arguments=1),
    "logbooks": DocumentKind(make=_logbooks, long_from=0, suffix="zip"),
    "order-of-battle": DocumentKind(make=_order_of_battle, arguments=1),
    "squadron": DocumentKind(make=_squadron, arguments=1),
    "briefing": DocumentKind(make=_briefing, arguments=2),
    "cards": DocumentKind(make=_cards, arguments=2),
    CAMPAIGN_FILE: DocumentKind(make=_campaign_file, long_from=MANY_MISSIONS, suffix="json", refuse=refuse_file),
}


def kind_of(document: str) -> DocumentKind:
    """The kind of a document by its address. Raises ``Http404``."""
    name, *rest = document.split("/")
    kind = KINDS.get(name)
    if kind is None or len(rest) != kind.arguments:
        raise Http404("There is no such document of a campaign.")
    return kind


def make(document: str, asked: PrintRequest) -> Printed:
    """Make a document, its times by the campaign's clock. Raises ``Http404``."""
    with timezone.override(asked.campaign.time_zone):
        return kind_of(document).make(asked, *document.split("/")[1:])
