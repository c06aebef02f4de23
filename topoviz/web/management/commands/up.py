"""Start the product: `python3 manage.py up`."""

from __future__ import annotations

import fcntl
import os
import socket
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connections

from topoviz.web.accounts.models import User
from topoviz.web.analyses.versions import AGREED, engine_version
from topoviz.web.broker import STARTED, broker_child, find_program
from topoviz.web.processes import janitor_child, queues, worker_child
from topoviz.web.serving import address, answers, is_loopback, listen, web_child
from topoviz.web.supervisor import Child, supervise


class Command(BaseCommand):
    """Bring the database up to date, start broker, workers, janitor and web server, and stay until Ctrl-C."""

    help = "Start topoviz and stay until Ctrl-C."
    requires_system_checks = "__all__"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address to listen on."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", default=8000, type=int, help="port; 0 takes a free one (default: %(default)s)")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Do it."""
        with only_one(settings.DATA), take_address(host, port) as listener, short_directory() as sockets:
            prepare()
            url = address(listener)
            if not is_loopback(host):
                self.stdout.write(f"Others can reach this server: it listens on {host}. Anybody who can may use it.")
            children = children_of(os.environ, settings.DATA, sockets, listener, host)
            trouble = supervise(children, once(lambda: answers(url), lambda: self.tell(url)), self.say)
        self.stdout.write("topoviz has stopped.")
        if trouble:
            raise CommandError(trouble)

    def tell(self, url: str) -> None:
        """Print the address."""
        self.say(f"topoviz is up: {url}  (Ctrl-C stops it)")
        if is_without_users():
            self.say(f"Nobody has an account yet. Make the first at {url}account/signup/, or one that also sees")
            self.say(f"{url}admin/ with: python3 manage.py createsuperuser")

    def say(self, sentence: str) -> None:
        """Print a sentence, at once even into a pipe."""
        self.stdout.write(sentence)
        self.stdout.flush()


def children_of(
    variables: Mapping[str, str], data: Path, sockets: Path, listener: socket.socket, host: str
) -> list[Child]:
    """Describe everything that is started, in order: a broker of our own only when there is none and a program for it.

    Without any, jobs pass through files.
    """
    broker: list[Child] = []
    ours = {AGREED: engine_version()}
    if not variables.get("REDIS_URL") and (program := find_program(variables)) is not None:
        place = sockets / "broker"
        broker, ours[STARTED] = [broker_child(program, place, data / "broker")], str(place)
    # The web server goes first, since people wait for it, and has the processors alone until it answers. It stops last
    # but for the broker: what is submitted while the workers end is on disk, and worked on after the next start.
    return [
        *broker,
        web_child(listener, host, ours),
        *(worker_child(queue, processes, ours) for queue, processes in queues().items()),
        janitor_child(ours),
    ]


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Hold the data directory for this process; raises CommandError when another has it.

    Two brokers that write into one file would ruin it. The system gives the lock back however this process ends.
    """
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (data / "up.lock").open("w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CommandError(
                "topoviz runs already with this data directory. Stop it first, or name another in TOPOVIZ_DATA."
            ) from error
        yield


@contextmanager
def short_directory() -> Iterator[Path]:
    """Give a private directory for sockets, whose whole path may have 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="topoviz-", dir=short_place()) as name:
        yield Path(name)


def short_place() -> str | None:
    """Give the place for temporary files, or `/tmp` when that is too deep for a socket."""
    usual = tempfile.gettempdir()
    return usual if len(os.fsencode(usual)) < 70 else "/tmp"  # noqa: S108 - what is made there is private


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


def is_without_users() -> bool:
    """Tell whether nobody can sign in yet; not when the database does not answer, which others say."""
    try:
        return not User.objects.exists()
    except DatabaseError:
        return False
    finally:
        connections.close_all()


def once(condition: Callable[[], bool], act: Callable[[], None]) -> Callable[[], bool]:
    """Give a function that acts the first time the condition holds, and then never again; it tells whether it has."""
    done = False

    def watch() -> bool:
        nonlocal done
        if not done and condition():
            done = True
            act()
        return done

    return watch
