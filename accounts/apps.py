from django.apps import AppConfig
from django.contrib.admin import apps as admin


class AccountsConfig(AppConfig):
    name = "accounts"
    default = True


class OfficeConfig(admin.AdminConfig):
    """Django's admin, for the owner of the site only."""

    default = False
    default_site = "accounts.admin_site.Office"
