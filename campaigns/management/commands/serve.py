"""Bring everything up to date and serve it: one process for both, because most of a start is reading our own code."""

from __future__ import annotations

import os
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connections
from django.urls import get_resolver
from gunicorn.app.base import BaseApplication

from accounts.operations import sign_in_links

OPTIONS = {
    "threads": 8,
    "graceful_timeout": 2,
    "loglevel": "warning",
    "preload_app": True,
    "control_socket_disable": True,
    "logger_class": "config.server_log.ServerLog",
}


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn with our application, which this process has already loaded."""

    def __init__(self, bind: str) -> None:
        self.bind = bind
        super().__init__()

    def load_config(self) -> None:
        for name, value in (OPTIONS | {"bind": self.bind}).items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        from config.wsgi import application

        assert get_resolver().url_patterns, "read before the first visitor comes"
        return application


class Command(BaseCommand):
    help = "Bring everything up to date as `prepare` does, then serve it with gunicorn on this machine: for `make run`."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bind", default="127.0.0.1:8000", help="address and port")
        parser.add_argument("--link", action="append", default=[], help="where the server answers, for a sign-in link")
        parser.add_argument("--links-to", type=int, help="the open file that the sign-in links are written into")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("prepare", stdout=self.stdout)
        self.stdout.flush()
        if options["links_to"] is not None:
            with os.fdopen(options["links_to"], "w") as told:
                owner = sign_in_links.owner()
                told.writelines(f"{sign_in_links.link(owner, address)}\n" for address in options["link"])
        connections.close_all()  # the processes that serve are copies of this one
        Server(options["bind"]).run()
