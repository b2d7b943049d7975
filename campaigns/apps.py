from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        """Games and pages find what people have made where the house keeps it."""
        from campaigns.selectors.cards import table_of
        from engine.core import own_types

        own_types.ask(table_of)
