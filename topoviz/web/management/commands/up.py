"""Start the product: `python3 manage.py up`."""

from __future__ import annotations

import socket
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connections

from topoviz.web.serving import address, answers, is_loopback, listen, web_child
from topoviz.web.supervisor import supervise


class Command(BaseCommand):
    """Bring the database up to date, start the web server and stay until Ctrl-C."""

    help = "Start topoviz and stay until Ctrl-C."
    requires_system_checks = "__all__"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address to listen on."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", default=8000, type=int, help="port; 0 takes a free one (default: %(default)s)")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Do it."""
        with take_address(host, port) as listener:
            prepare()
            url = address(listener)
            if not is_loopback(host):
                self.stdout.write(f"Others can reach this server: it listens on {host}. There are no accounts yet.")
            trouble = supervise([web_child(listener, host)], once(lambda: answers(url), lambda: self.tell(url)))
        self.stdout.write("topoviz has stopped.")
        if trouble:
            raise CommandError(trouble)

    def tell(self, url: str) -> None:
        """Print the address, at once even into a pipe."""
        self.stdout.write(f"topoviz is up: {url}  (Ctrl-C stops it)")
        self.stdout.flush()


def take_address(host: str, port: int) -> socket.socket:
    """Listen, or say in words why that does not work."""
    try:
        return listen(host, port)
    except (OSError, OverflowError) as error:
        raise CommandError(
            f"Cannot listen on {host}, port {port}: {error}. Choose another with --port, or --port 0 for a free one."
        ) from error


def prepare() -> None:
    """Bring the database and the static files up to date."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        raise CommandError(f"The database does not answer: {error}Check DATABASE_URL, or unset it.") from error
    call_command("collectstatic", interactive=False, verbosity=0)
    connections.close_all()


def once(condition: Callable[[], bool], act: Callable[[], None]) -> Callable[[], None]:
    """Give a function that acts the first time the condition holds, and then never again."""
    done = False

    def watch() -> None:
        nonlocal done
        if not done and condition():
            done = True
            act()

    return watch
