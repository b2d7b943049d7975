"""A whole club as one file: out, and in again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.access import club_or_404
from clubs.forms.club_files import ClubFileForm
from clubs.models import ClubArrival, ClubFile, ClubRole
from clubs.operations import club_arrivals, club_files
from clubs.selectors.club_files import campaigns_for
from clubs.views.clubs import render_club
from config.common.file_parts import contents
from config.common.web import MemberRequest, as_file_in_parts, asking, render_page, sent, telling_refusals


@asking
def club_file(request: MemberRequest, pk: int) -> HttpResponse:
    """What the file would hold, and the one that there is; a post has it made anew."""
    club, membership = club_or_404(request, pk, at_least=ClubRole.OWNER)
    if request.method == "POST":
        with telling_refusals(request):
            club_files.order(actor=request.user, club=club)
        return redirect("club-file", pk)
    taken, left_out = campaigns_for(club, request.user)
    made = ClubFile.objects.filter(club=club, owner=request.user).select_related("job").first()
    job = made.job if made is not None else None
    return render_club(
        request,
        "clubs/files/file.html",
        club,
        membership,
        made=made,
        job=job,
        under_way=job is not None and not job.is_finished,
        taken=[campaign.name for campaign in taken],
        left_out=left_out,
        partial="made",
    )


@require_safe
@never_cache
def club_file_get(request: MemberRequest, pk: int) -> HttpResponse | StreamingHttpResponse:
    """The file that was made for this owner."""
    club, _ = club_or_404(request, pk, at_least=ClubRole.OWNER)
    made = ClubFile.objects.filter(club=club, owner=request.user, made_at__isnull=False).first()
    if made is None:
        messages.info(request, "There is no file of the club now. Have it made here.")
        return redirect("club-file", pk)
    return as_file_in_parts(contents(made.parts), made.size, club.name, "zip")


@asking
def club_import(request: MemberRequest) -> HttpResponse:
    """Take a file in; the page asks for itself again while a worker reads it."""
    form = ClubFileForm(sent(request), request.FILES or None)
    if form.is_valid():
        file, key = form.cleaned_data["file"], form.cleaned_data["key"]
        with form.showing_refusals():
            name, size = file.name or "", file.size
            club_arrivals.order(actor=request.user, name=name, size=size, content=file.chunks(), key=key)
            return redirect("club-import")
    arrivals = ClubArrival.objects.filter(owner=request.user, job__isnull=False).select_related("job", "club")
    lately = list(arrivals.order_by("-pk")[:5])
    context = {
        "nav": "clubs",
        "form": form,
        "arrivals": lately,
        "under_way": any(each.job and not each.job.is_finished for each in lately),
    }
    return render_page(request, "clubs/files/import.html", context, partial="arrivals")
