"""Addresses of the door, the library and campaigns as such."""

from django.urls import URLPattern, path

from campaigns.views import campaigns, changes, heraldry, journal, library, maps, packs, people, pools, seats, sheets

urlpatterns: list[URLPattern] = [
    path("faces/<slug:name>.svg", heraldry.face, name="face"),
    path("badges/<slug:name>.svg", heraldry.squadron_badge, name="squadron-badge"),
    path("about/", library.about, name="about"),
    path("packs/", packs.packs, name="packs"),
    path("packs/new/", packs.pack_new, name="pack-new"),
    path("packs/<slug:slug>/", packs.pack, name="pack"),
    path("packs/<slug:slug>.toml", packs.pack_source, name="pack-source"),
    path("packs/<slug:slug>/log.pdf", campaigns.pack_log_pdf, name="pack-log"),
    path("packs/<slug:slug>/cards.pdf", sheets.pack_cards_pdf, name="pack-cards"),
    path("packs/<slug:slug>/counters.pdf", sheets.pack_counters_pdf, name="pack-counters"),
    path("aircraft/", library.aircraft_list, name="aircraft-list"),
    path("aircraft/posters/<slug:system>.pdf", sheets.aircraft_poster_pdf, name="aircraft-poster"),
    path("aircraft/outlines/<slug:sheet>.svg", library.outline_sheet, name="outlines"),
    path("aircraft/<slug:slug>/", library.aircraft, name="aircraft"),
    path("aircraft/<slug:slug>/cards.pdf", sheets.aircraft_cards_pdf, name="aircraft-cards"),
    path("targets/", library.targets, name="targets"),
    path("targets/cards.pdf", sheets.target_cards_pdf, name="target-cards"),
    path("campaigns/new/", campaigns.campaign_new, name="campaign-new"),
    path("campaigns/<int:pk>/squadrons/", pools.squadrons, name="campaign-squadrons"),
    path("campaigns/<int:pk>/squadrons/<slug:key>/", pools.squadron, name="campaign-squadron"),
    path("campaigns/<int:pk>/aircraft/<slug:code>/", pools.airframe, name="campaign-airframe"),
    path("campaigns/<int:pk>/pilots/", pools.pilots, name="campaign-pilots"),
    path("campaigns/<int:pk>/pilots/<int:pilot>/", people.pilot, name="campaign-pilot"),
    path("campaigns/<int:pk>/pilots/<int:pilot>/<slug:what>/", people.pilot_act, name="campaign-pilot-act"),
    path("campaigns/<int:pk>/people/", seats.campaign_people, name="campaign-people"),
    path("campaigns/<int:pk>/people/<slug:what>/", seats.campaign_people_act, name="campaign-people-act"),
    path("campaigns/<int:pk>/terms/", seats.campaign_terms, name="campaign-terms"),
    path("campaigns/<int:pk>/changes/", changes.campaign_changes, name="campaign-changes"),
    path("campaigns/<int:pk>/changes/take-back/", changes.campaign_take_back, name="campaign-take-back"),
    path("campaigns/<int:pk>/changes/<slug:what>/", changes.campaign_change, name="campaign-change"),
    path("campaigns/<int:pk>/map/", maps.campaign_map, name="campaign-map"),
    path("campaigns/<int:pk>/memorial/", pools.memorial, name="campaign-memorial"),
    path("campaigns/<int:pk>/journal/", journal.campaign_journal, name="campaign-journal"),
    path("campaigns/<int:pk>/journal/note/", journal.campaign_note, name="campaign-note"),
    path("campaigns/<int:pk>/<slug:what>.csv", journal.campaign_table, name="campaign-table"),
    # The page of a campaign itself is in missions.urls: it shows the next step.
]
