"""Simulations of a pack: ordered, watched, read."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.catalogue.library import aircraft_name
from campaigns.models import PackDraft
from campaigns.packs import read_pack
from campaigns.packs.builder.reading import problems_of
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition
from campaigns.selectors.sides import side_titles
from campaigns.views.packs import pack_or_404
from config.common.refusals import Refusal
from config.common.web import MemberRequest, asking, render_page, sent
from engine.core.levels import USUAL_LEVEL
from missions.forms.simulations import ChangeSimulationForm, SimulationForm
from missions.models import Simulation
from missions.odds.balance import balance, beside
from missions.operations import simulations
from missions.simulation import FAIR


@require_http_methods(["GET", "HEAD", "POST"])
def pack_simulate(request: MemberRequest, slug: str) -> HttpResponse:
    """Order a simulation of a pack's newest version, or look at those there are."""
    pack = pack_or_404(request, slug)
    form = SimulationForm(sent(request))
    if form.is_valid():
        with form.showing_refusals():
            ordered = simulations.queue(
                actor=request.user,
                pack=pack,
                runs=form.cleaned_data["runs"],
                seed=form.cleaned_data["seed"] or 0,
                level=form.cleaned_data["level"],
            )
            return redirect("simulation", ordered.pk)
    done = Simulation.objects.filter(pack__slug=slug, job__owner=request.user).select_related("pack", "job")
    newest = done.order_by("-pk")[:10]
    context = {"nav": "packs", "pack": pack, "form": form, "done": newest, "usual_level": USUAL_LEVEL}
    return render_page(request, "missions/simulations/simulate.html", context)


@asking
def draft_simulate(request: MemberRequest, pk: int) -> HttpResponse:
    """Order a simulation of a draft, beside the pack that it is a copy of if there is one."""
    draft = PackDraft.objects.filter(pk=pk, owner=request.user).select_related("copied_from").first()
    if draft is None:
        raise Http404("There is no such draft among yours.")
    form = ChangeSimulationForm(sent(request))
    if form.is_valid():
        with form.showing_refusals():
            if problems_of(draft.text):
                raise Refusal("Something is still wrong in the draft. Mend it first.")
            ordered = simulations.queue(
                actor=request.user,
                pack=draft.copied_from,
                runs=form.cleaned_data["runs"],
                seed=form.cleaned_data["seed"] or 0,
                changed=draft.text,
            )
            return redirect("simulation", ordered.pk)
    context = {"nav": "packs", "draft": draft, "form": form}
    return render_page(request, "missions/simulations/simulate_draft.html", context)


@require_safe
@never_cache
def simulation(request: MemberRequest, number: int) -> HttpResponse:
    """How far a simulation is, and what came of it. While it runs the page asks for itself again."""
    found = Simulation.objects.filter(pk=number, job__owner=request.user).select_related("pack", "job").first()
    if found is None:
        raise Http404("There is no such simulation among yours.")
    told = found.results
    told_before = told.get("before")
    pack = read_pack(found.changed, "your draft") if found.changed else definition(found.pack) if found.pack else None
    assert pack is not None, "a simulation is of a pack or of a draft"
    titles = side_titles(pack)
    now = balance(told, titles) if told else None
    won, grades = beside(balance(told_before, titles), now) if now and told_before else ((), ())
    losses = [{**row, "name": aircraft_name(row["aircraft"])} for row in told.get("losses", ())]
    return render_page(
        request,
        "missions/simulations/simulation.html",
        {
            "nav": "packs",
            "simulation": found,
            "definition": pack,
            "told": told,
            "balance": now,
            "won_beside": won,
            "grades_beside": grades,
            "losses": losses,
            "sides": SIDES,
            "not_axis": round(told["wins"]["allied"] + told["wins"]["level"], 1) if told else 0,
            "fair": FAIR,
        },
        partial="progress",
    )
