from django.apps import AppConfig


class UpkeepConfig(AppConfig):
    name = "upkeep"

    def ready(self) -> None:
        # Tasks are woken by their names, which every process must know.
        import upkeep.tasks  # noqa: F401
