from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        # Tasks are woken by their names, which every process must know.
        import clubs.tasks  # noqa: F401
