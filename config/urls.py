"""All addresses: each app lists its own."""

from django.urls import include, path

urlpatterns = [
    path("", include("accounts.urls")),
    path("", include("clubs.urls")),
    path("", include("clubs.night_urls")),
    path("", include("campaigns.urls")),
    path("", include("missions.urls")),
    path("", include("notices.urls")),
]
