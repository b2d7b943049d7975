"""Addresses of club nights."""

from django.urls import path

from clubs.views import nights

urlpatterns = [
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
