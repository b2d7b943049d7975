"""Simulations of a pack: ordered, watched, read."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.catalogue.library import aircraft_name
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition
from campaigns.selectors.sides import side_titles
from campaigns.views.packs import pack_or_404
from config.common.web import MemberRequest, render_page, sent
from engine.core.levels import USUAL_LEVEL
from missions.forms.simulation import SimulationForm
from missions.models import Simulation
from missions.odds.balance import balance
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


@require_safe
@never_cache
def simulation(request: MemberRequest, number: int) -> HttpResponse:
    """How far a simulation is, and what came of it. While it runs the page asks for itself again."""
    found = Simulation.objects.filter(pk=number, job__owner=request.user).select_related("pack", "job").first()
    if found is None:
        raise Http404("There is no such simulation among yours.")
    told = found.results
    losses = [{**row, "name": aircraft_name(row["aircraft"])} for row in told.get("losses", ())]
    return render_page(
        request,
        "missions/simulations/simulation.html",
        {
            "nav": "packs",
            "simulation": found,
            "definition": definition(found.pack),
            "told": told,
            "balance": balance(told, side_titles(found.pack)) if told else None,
            "losses": losses,
            "sides": SIDES,
            "not_axis": round(told["wins"]["allied"] + told["wins"]["level"], 1) if told else 0,
            "fair": FAIR,
        },
        partial="progress",
    )
