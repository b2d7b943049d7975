from django.apps import AppConfig


class MissionsConfig(AppConfig):
    name = "missions"

    def ready(self) -> None:
        # Jobs are sent by the task's name, which every process must know.
        import missions.tasks  # noqa: F401
