"""The web server alone, in its own processes, on a database of its own: no worker ends what is handed in."""

import http.client
import json
import os
import socket
import subprocess
import sys
from contextlib import closing, suppress

import pytest

from tests.processes import descendants, kill, wait_until
from topoviz.web import serving

PREPARE = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
"""
"""One start of Django for what two commands do."""


class Served:
    """The address of a server that runs, and how it is asked."""

    def __init__(self, project, data):
        self.environment = os.environ | {
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "topoviz.web.settings",
            "TOPOVIZ_DATA": str(data),
        }
        subprocess.run([sys.executable, "-c", PREPARE], env=self.environment, cwd=project, check=True)
        self.log = data / "server.log"
        with serving.listen("127.0.0.1", 0) as listener, self.log.open("w") as log:
            self.address = listener.getsockname()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "topoviz.web.server", "--fd", str(listener.fileno())],
                env=self.environment,
                pass_fds=[listener.fileno()],
                cwd=project,
                stderr=log,
            )
        assert wait_until(lambda: serving.answers(self.url))

    @property
    def url(self):
        return f"http://127.0.0.1:{self.address[1]}/"

    def connect(self, sent=b""):
        """Open a connection, and say something."""
        connection = socket.create_connection(self.address, timeout=60)
        connection.sendall(sent)
        return connection

    def ask(self, method, path, body=None, **headers):
        """Ask once; gives the status, the headers and the text."""
        with closing(http.client.HTTPConnection(*self.address, timeout=60)) as connection:
            given = {"Content-Type": "application/json", "Origin": self.url.rstrip("/"), **headers}
            connection.request(method, path, None if body is None else json.dumps(body), given)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()

    def end(self):
        others = descendants(self.process.pid)
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        self.process.kill()
        self.process.wait()
        kill(*others)


@pytest.fixture(scope="session")
def served(project, tmp_path_factory):
    started = Served(project, tmp_path_factory.mktemp("served"))
    yield started
    started.end()


def read_until_closed(connection):
    """Give everything that comes until the other side closes."""
    pieces = []
    with suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)
