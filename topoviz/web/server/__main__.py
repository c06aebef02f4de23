"""`python -m topoviz.web.server`: the web server's processes, on a socket that is already open or on an address."""

from __future__ import annotations

import argparse
import resource
import socket

from uvicorn import Config
from uvicorn.supervisors import Multiprocess

from topoviz.web.processes import WEB

GRACE_SECONDS = 5
"""How long requests may take to finish when the server stops; less than the supervisor waits."""

IDLE_SECONDS = 15
"""How long a connection without a request is kept for the next one."""

UNRESPONSIVE_SECONDS = 60
"""A process that gives no sign of life for so long is started again; a busy machine is no reason to."""

MOST_FILES = 65_536


def main() -> None:
    """Serve until a signal comes."""
    parser = argparse.ArgumentParser(prog="python -m topoviz.web.server", description=__doc__)
    parser.add_argument("--fd", type=int, help="the number of a socket that listens already")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", default=8000, type=int, help="port (default: %(default)s)")
    options = parser.parse_args()
    if options.fd is None:
        family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
        listener = socket.create_server((options.host, options.port), family=family, backlog=512)
    else:
        listener = socket.socket(fileno=options.fd)
    listener.setblocking(False)
    allow_many_connections()
    Multiprocess(config(), sockets=[listener]).run()


def config() -> Config:
    """Give uvicorn's settings.

    Which proxies are believed is Django's to know, and addresses are logged nowhere: some of them are secrets.
    """
    return Config(
        "topoviz.web.asgi:application",
        loop="asyncio",
        http="topoviz.web.server.connections:Connection",
        ws="none",
        lifespan="on",
        interface="asgi3",
        workers=WEB,
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=512,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_worker_healthcheck=UNRESPONSIVE_SECONDS,
    )


def allow_many_connections() -> None:
    """Have as many files open as the system lets us: each connection is one, however slow it is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


if __name__ == "__main__":
    main()
