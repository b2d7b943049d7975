"""All addresses: each app lists its own."""

from django.urls import include, path

from config import health

handler500 = "config.busy.server_error"
urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("", include("accounts.urls")),
    path("", include("clubs.urls")),
    path("", include("campaigns.urls")),
    path("", include("missions.urls")),
    path("", include("notices.urls")),
    path("", include("api.urls")),
    path("", include("office.urls")),
    path("", include("demo.urls")),
]
