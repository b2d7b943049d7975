"""On which paper somebody wants a document."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from campaigns.documents.kit.styles import PAPERS, Paper, paper_named


def paper_asked(request: HttpRequest) -> Paper:
    """``?paper=``, A4 unless told otherwise. Raises ``Http404``."""
    return paper_or_404(request.GET.get("paper", "A4"))


def paper_or_404(wanted: str) -> Paper:
    """The paper of that name."""
    paper = paper_named(wanted)
    if paper is None:
        raise Http404(f"Documents print on {' or '.join(PAPERS)}.")
    return paper
