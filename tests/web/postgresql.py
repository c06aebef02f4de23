"""A PostgreSQL of the tests' own, on loopback, where its programs are installed."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
"""Where systems keep these programs when they are not on the path, as patterns."""


def find_programs():
    """Give the directory of initdb and postgres, or None."""
    found = [Path(place) for place in os.environ.get("PATH", "").split(os.pathsep) if place]
    found += sorted(place for pattern in PLACES for place in Path("/").glob(pattern.removeprefix("/")))
    return next((place for place in found if (place / "initdb").exists() and (place / "postgres").exists()), None)


@contextmanager
def started(programs):
    """Start a server with an empty cluster, and give its address as `DATABASE_URL` takes it."""
    folder = Path(tempfile.mkdtemp(prefix="topoviz-pg-"))
    who = {"user": _somebody_else()} if os.getuid() == 0 else {}
    if who:
        shutil.chown(folder, who["user"])
    cluster, port = folder / "cluster", _free_port()
    common = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **who}
    make = ["initdb", "--pgdata", cluster, "--username", "tests", "--auth", "trust", "--encoding", "UTF8", "--no-sync"]
    serve = ["postgres", "-D", cluster, "-p", str(port), "-h", "127.0.0.1", "-k", folder, "-F"]
    try:
        subprocess.run([programs / make[0], *make[1:]], check=True, timeout=60, **common)
        server = subprocess.Popen([programs / serve[0], *serve[1:]], **common)
        try:
            _wait_for(port, server)
            yield f"postgres://tests@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _somebody_else():
    """PostgreSQL refuses to run as root."""
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _free_port():
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return listener.getsockname()[1]


def _wait_for(port, server):
    for _ in range(300):
        assert server.poll() is None, "PostgreSQL has ended."
        try:
            with closing(socket.create_connection(("127.0.0.1", port), timeout=1)):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("PostgreSQL does not answer.")
