"""Addresses of the inbox, of webhooks and of calendars."""

from django.urls import URLPattern, path

from notices.views import calendars, inbox, webhooks

urlpatterns: list[URLPattern] = [
    path("notices/", inbox.notices, name="notices"),
    path("notices/read/", inbox.notices_read, name="notices-read"),
    path("notices/settings/", inbox.notice_settings, name="notice-settings"),
    path("notices/settings/calendar/", inbox.calendar_renew, name="calendar-renew"),
    path("notices/unsubscribe/<str:token>/", inbox.unsubscribe, name="unsubscribe"),
    path("calendar/<uuid:key>.ics", calendars.calendar, name="calendar"),
    path("campaigns/<int:pk>/webhooks/", webhooks.campaign_webhooks, name="campaign-webhooks"),
    path("campaigns/<int:pk>/webhooks/<int:webhook>/", webhooks.webhook_edit, name="webhook-edit"),
    path("campaigns/<int:pk>/webhooks/<int:webhook>/test/", webhooks.webhook_test, name="webhook-test"),
    path("campaigns/<int:pk>/webhooks/<int:webhook>/delete/", webhooks.webhook_delete, name="webhook-delete"),
]
