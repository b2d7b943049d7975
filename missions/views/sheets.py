"""A table from a spreadsheet: looked at first, entered once somebody has confirmed what would be written."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns.access import campaign_or_404
from campaigns.models import Role
from campaigns.views.common import render_campaign
from config.common.web import UNPROCESSABLE, MemberRequest, sent
from missions.archive.sheets import COLUMNS, MOST_ROWS, NEEDED
from missions.forms.sheets import SheetForm
from missions.operations import sheets
from missions.selectors.sheets import SheetShown, shown


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_sheet(request: MemberRequest, pk: int) -> HttpResponse:
    """Upload or paste a table and see what it would write; ``confirm`` enters it."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.UMPIRE, to_write=True)
    form = SheetForm(sent(request), request.FILES or None)
    preview: SheetShown | None = None
    if form.is_valid():
        with form.showing_refusals():
            if "confirm" in request.POST:
                count = sheets.enter_sheet(actor=request.user, campaign=campaign, sheet=form.sheet)
                messages.success(request, f"{count} line{'' if count == 1 else 's'} entered. The journal shows each.")
                return redirect("campaign-journal", pk)
            found = sheets.preview_sheet(actor=request.user, campaign=campaign, sheet=form.sheet)
            preview = shown(campaign, form.sheet, found.entries, found.problems)
    is_wrong = request.method == "POST" and (preview is None or bool(preview.problems))
    return render_campaign(
        request,
        "missions/paper/sheet.html",
        campaign,
        form=form,
        preview=preview,
        columns={what: [(name, name in NEEDED[what]) for name in names] for what, names in COLUMNS.items()},
        most_rows=MOST_ROWS,
        status=UNPROCESSABLE if is_wrong else 200,
    )
