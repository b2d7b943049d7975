"""Addresses of a campaign's page, its missions, skirmishes and jobs."""

from django.urls import URLPattern, path

from missions.views import (
    archive,
    campaign,
    corrections,
    debrief,
    mission,
    operation,
    paper,
    plan,
    replay,
    simulation,
    skirmishes,
    table,
)

MISSION = "campaigns/<int:pk>/missions/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("campaigns/<int:pk>/", campaign.campaign, name="campaign"),
    path("campaigns/import/", archive.campaign_import, name="campaign-import"),
    path("campaigns/<int:pk>/export/", archive.campaign_export, name="campaign-export"),
    path("campaigns/<int:pk>/period/", campaign.campaign_period, name="campaign-period"),
    path("campaigns/<int:pk>/draw/", campaign.campaign_draw, name="campaign-draw"),
    path("campaigns/<int:pk>/choose/", campaign.campaign_choose, name="campaign-choose"),
    path("campaigns/<int:pk>/operation/", operation.campaign_operation, name="campaign-operation"),
    path("campaigns/<int:pk>/paper/", paper.campaign_paper, name="campaign-paper"),
    path("campaigns/<int:pk>/conflicts/", corrections.conflicts, name="campaign-conflicts"),
    path("campaigns/<int:pk>/claims/", corrections.claims, name="campaign-claims"),
    path("campaigns/<int:pk>/version/", corrections.pack_version, name="campaign-version"),
    path(f"{MISSION}amend/", corrections.amend, name="mission-amend"),
    path(f"{MISSION}void/", corrections.void, name="mission-void"),
    path(MISSION, mission.mission, name="mission"),
    path(f"{MISSION}plan/<slug:side>/", plan.plan, name="mission-plan"),
    path(f"{MISSION}open/", mission.mission_open, name="mission-open"),
    path(f"{MISSION}fly/", mission.mission_fly, name="mission-fly"),
    path(f"{MISSION}ground/", mission.mission_ground, name="mission-ground"),
    path(f"{MISSION}table/", table.record, name="mission-table"),
    path(f"{MISSION}replay/", replay.replay_view, name="mission-replay"),
    path(f"{MISSION}replay/<int:step>/", replay.replay_view, name="mission-replay"),
    path(f"{MISSION}debrief/", debrief.debrief, name="mission-debrief"),
    path(f"{MISSION}debrief/withdraw/", debrief.withdraw, name="mission-withdraw"),
    path("packs/<slug:slug>/simulate/", simulation.pack_simulate, name="pack-simulate"),
    path("simulations/<int:number>/", simulation.simulation, name="simulation"),
    path("skirmishes/", skirmishes.skirmish_list, name="skirmishes"),
    path("skirmishes/new/", skirmishes.skirmish_new, name="skirmish-new"),
    path("skirmishes/new/<slug:system>/", skirmishes.skirmish_scenarios, name="skirmish-scenarios"),
    path("skirmishes/new/<slug:system>/own/", skirmishes.skirmish_own, name="skirmish-own"),
    path("skirmishes/<int:number>/", skirmishes.skirmish, name="skirmish"),
    path("skirmishes/<int:number>/again/", skirmishes.skirmish_again, name="skirmish-again"),
    path("skirmishes/<int:number>/delete/", skirmishes.skirmish_delete, name="skirmish-delete"),
    path("skirmishes/<int:number>/replay/", skirmishes.skirmish_replay, name="skirmish-replay"),
    path("skirmishes/<int:number>/replay/<int:step>/", skirmishes.skirmish_replay, name="skirmish-replay"),
    path("jobs/<uuid:job_id>/", mission.job, name="job"),
]
