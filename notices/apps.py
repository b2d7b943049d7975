from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "notices"

    def ready(self) -> None:
        # Tasks are woken by their names, which every process must know.
        import notices.tasks  # noqa: F401
