"""Addresses of clubs, their nights, invitations, whose a campaign is, and public pages."""

from django.urls import URLPattern, path

from clubs.views import campaigns, clubs, invitations, nights, public

urlpatterns: list[URLPattern] = [
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("clubs/<int:pk>/", clubs.club, name="club"),
    path("clubs/<int:pk>/settings/", clubs.club_settings, name="club-settings"),
    path("clubs/<int:pk>/members/", clubs.club_members, name="club-members"),
    path("clubs/<int:pk>/members/<int:member>/role/", clubs.club_member_role, name="club-member-role"),
    path("clubs/<int:pk>/members/<int:member>/remove/", clubs.club_member_remove, name="club-member-remove"),
    path("clubs/<int:pk>/bans/", clubs.club_bans, name="club-bans"),
    path("clubs/<int:pk>/bans/<int:ban>/lift/", clubs.club_ban_lift, name="club-ban-lift"),
    path("clubs/<int:pk>/leave/", clubs.club_leave, name="club-leave"),
    path("clubs/<int:pk>/hand-over/", clubs.club_hand_over, name="club-hand-over"),
    path("clubs/<int:pk>/invitations/", invitations.club_invitations, name="club-invitations"),
    path(
        "clubs/<int:pk>/invitations/<int:invitation>/withdraw/",
        invitations.club_invitation_withdraw,
        name="club-invitation-withdraw",
    ),
    path("campaigns/<int:pk>/invitations/", invitations.campaign_invitations, name="campaign-invitations"),
    path(
        "campaigns/<int:pk>/invitations/<int:invitation>/withdraw/",
        invitations.campaign_invitation_withdraw,
        name="campaign-invitation-withdraw",
    ),
    path("join/<token>/", invitations.invitation, name="invitation"),
    path("campaigns/<int:pk>/club/", campaigns.campaign_club, name="campaign-club"),
    path("campaigns/<int:pk>/copy/", campaigns.campaign_copy, name="campaign-copy"),
    path("campaigns/<int:pk>/public/", public.campaign_public, name="campaign-public"),
    path("public/<slug:key>/", public.public_campaign, name="public-campaign"),
    path("public/<slug:key>/aces/", public.public_aces, name="public-aces"),
    path("public/<slug:key>/honour/", public.public_honour, name="public-honour"),
    path("robots.txt", public.robots, name="robots"),
    path("clubs/<int:pk>/nights/", nights.club_nights, name="club-nights"),
    path("clubs/<int:pk>/nights/new/", nights.night_new, name="night-new"),
    path("clubs/<int:pk>/nights/<int:night>/", nights.night, name="night"),
    path("clubs/<int:pk>/nights/<int:night>.ics", nights.night_calendar, name="night-calendar"),
    path("clubs/<int:pk>/nights/<int:night>/edit/", nights.night_edit, name="night-edit"),
    path("clubs/<int:pk>/nights/<int:night>/cancel/", nights.night_cancel, name="night-cancel"),
    path("clubs/<int:pk>/nights/<int:night>/answer/", nights.night_answer, name="night-answer"),
    path("clubs/<int:pk>/nights/<int:night>/tables/", nights.night_tables, name="night-tables"),
    path("clubs/<int:pk>/nights/<int:night>/tables/<slug:what>/", nights.night_tables_act, name="night-tables-act"),
]
