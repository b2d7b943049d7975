from django.apps import AppConfig
from django.contrib.admin import apps as admin


class AccountsConfig(AppConfig):
    name = "accounts"
    default = True

    def ready(self) -> None:
        import accounts.admin.rows
        import accounts.views.seen  # noqa: F401


class OfficeConfig(admin.SimpleAdminConfig):
    """Django's admin, for the owner of the site only, with nothing but what ``accounts.admin.rows`` registers."""

    default = False
    default_site = "accounts.admin.site.Office"
