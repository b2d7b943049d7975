from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "demo"

    def ready(self) -> None:
        # Tasks are woken by their names, which every process must know.
        import demo.tasks  # noqa: F401
