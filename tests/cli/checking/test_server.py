"""A server that is away, slow, full or strange: one sentence, no failed build, and never the token."""

import json
import socket
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.cli.checking.conftest import program
from tests.cli.serving import running
from topoviz.cli.served import TOKEN

SECRET = "tvz_0123456789abcdef"


@pytest.fixture
def server():
    """Somebody's server on this machine: `answers` says what it sends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, kind, data = self.server.answers
            self.server.asked.append(self.path)
            if status == "slow":
                self.server.stopping.wait(20)
                return
            if status == "trickle":
                for _ in range(100):
                    self.wfile.write(b"H")
                    if self.server.stopping.wait(0.2):
                        return
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Location", "http://127.0.0.1:9/")
            self.end_headers()
            self.wfile.write(data)

        def do_POST(self):
            self.do_GET()

        def handle(self):
            with suppress(OSError):
                super().handle()

    with running(Handler) as found:
        found.stopping = threading.Event()
        yield found
        found.stopping.set()


@pytest.fixture
def check_at(check, monkeypatch):
    """Check a program with a server at an address."""
    Path("Shop.java").write_text(program())
    monkeypatch.setenv(TOKEN, SECRET)

    def run(address, *options):
        forms = ("--markdown", "md", "--junit", "xml", "--sarif", "sarif")
        code, out, err = check(
            "Shop.java", "--server", address, "--project", "Shop", "--branch", "main", *forms, *options
        )
        written = "".join(Path(name).read_text() for name in ("md", "xml", "sarif"))
        assert SECRET not in out + err + written
        return code, out

    return run


def problem(status, detail="no"):
    return status, "application/problem+json", json.dumps({"detail": detail}).encode()


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (problem(429), "is asked too often just now (no)."),
        (problem(503), "is busy just now (no)."),
        (problem(507), "has no room (no)."),
        (problem(500, f"you sent {SECRET}"), "answers with 500 (you sent …)."),
        (problem(422, "x\n::set-env::y" * 100), "answers with 422 (x ::set-env"),
        (problem(302), "answers with 302"),
        ((200, "text/html", b"<p>"), "does not answer as a topoviz server does."),
        ((200, "application/json", b"[" * 100_000), "does not answer as a topoviz server does."),
        ((200, "application/json", b"[]"), "does not answer as a topoviz server does."),
        ((200, "application/json", b'{"items": [3, {"name": "Shop"}], "revision": {"page": "//evil"}}'), "does not"),
        (("slow", "", b""), "takes longer than"),
        (("trickle", "", b""), "takes longer than"),
    ],
)
def test_trouble_is_one_line_and_fails_nothing_unless_the_server_is_required(server, check_at, answers, said):
    server.answers = answers
    begin = time.monotonic()

    code, out = check_at(server.url, "--fuse", "3" if said == "takes longer than" else "30")

    assert code == 0
    assert sum(said in line for line in out.splitlines()) == 1, out
    assert time.monotonic() - begin < 20
    if answers[0] == 503:
        assert check_at(server.url, "--require-server")[0] == 6


def test_a_server_that_is_away_is_said(check_at):
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"http://127.0.0.1:{free.getsockname()[1]}"

    code, out = check_at(address)

    assert (code, out.count("127.0.0.1 cannot be asked: ")) == (0, 1)


@pytest.mark.parametrize("token", ["tvz_a b", "tvz_a\r\nX: y", "tvz_ä"])
def test_what_is_no_token_is_not_sent_and_not_said(server, check_at, monkeypatch, token):
    monkeypatch.setenv(TOKEN, token)

    code, out = check_at(server.url)

    assert (code, "What stands in the variable TOPOVIZ_TOKEN is no token" in out) == (0, True)
    assert token not in out
    assert server.asked == []


def test_a_token_goes_to_no_address_without_tls(check_at):
    assert check_at("http://topoviz.example")[0] == 2


def test_without_a_server_nobody_is_asked(check, monkeypatch):
    def refuse(*_):
        raise AssertionError

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setenv(TOKEN, SECRET)
    Path("Shop.java").write_text(program())

    assert check("Shop.java")[0] == 0
