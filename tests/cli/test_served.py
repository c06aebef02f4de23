"""Addresses are asked for topoviz's own JSON alone, and never lead elsewhere."""

import json
import socket
import time
from http.server import BaseHTTPRequestHandler

import pytest

from tests.cli.serving import running
from topoviz.cli import served
from topoviz.cli.failure import Failure
from topoviz.cli.served import read_served

LINK = f"/s/{'x' * 32}"
SETTINGS = {"kafka_version": None, "optimize": None, "language": "auto", "set": {}, "application_id": None}


@pytest.fixture
def server():
    """Somebody else's server on this machine: `answers` says what it sends, `asked` holds what came."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.asked.append((self.path, self.headers["Authorization"]))
            status, headers, data = self.server.answers
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

    with running(Handler) as found:
        yield found


def sends(document, kind="application/json"):
    return 200, {"Content-Type": kind}, json.dumps(document).encode()


def test_a_redirection_is_not_followed_and_gets_no_token(server, monkeypatch):
    monkeypatch.setenv(served.TOKEN, "secret")
    server.answers = (302, {"Location": f"{server.url}/elsewhere"}, b"")

    with pytest.raises(Failure, match="answers with 302"):
        read_served(f"{server.url}/topoviz/a/00000000-0000-0000-0000-000000000001")

    asked = "/topoviz/api/v1/analyses/00000000-0000-0000-0000-000000000001?source=1"
    assert server.asked == [(asked, "Bearer secret")]


def test_a_token_stands_in_no_message(server, monkeypatch):
    """Python itself would say which header it does not take, with what stands in it."""
    monkeypatch.setenv(served.TOKEN, "tvz_secret\r\nX: y")
    server.answers = sends({})

    with pytest.raises(Failure, match="is no token") as failure:
        read_served(f"{server.url}/a/00000000-0000-0000-0000-000000000001")

    assert "secret" not in str(failure.value)
    assert server.asked == []


def test_a_server_that_trickles_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(served, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begin = time.monotonic()

        with pytest.raises(Failure, match="takes longer than"):
            read_served(f"http://127.0.0.1:{silent.getsockname()[1]}{LINK}")

    assert time.monotonic() - begin < 10


def test_a_link_gets_no_token(server, monkeypatch):
    monkeypatch.setenv(served.TOKEN, "secret")
    server.answers = sends({"files": [{"name": "A.java", "text": "x"}], "settings": SETTINGS})

    assert read_served(f"{server.url}{LINK}").files[0].text == "x"
    assert server.asked == [(f"{LINK}/analysis.json", None)]


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (sends({"files": []}), "sends no program"),
        (sends({"files": [{"name": 1, "text": "x"}], "settings": SETTINGS}), "sends no program"),
        (sends([]), "sends no program"),
        (sends({}, "text/html"), "it sends text/html"),
        ((200, {"Content-Type": "application/json"}, b"{"), "it sends broken JSON"),
        ((200, {"Content-Type": "application/json"}, b"[" * 100_000), "it sends broken JSON"),
        ((200, {"Content-Type": "application/json"}, b" " * 3_000), "sends more than"),
        ((429, {}, b""), "has been asked too often"),
        ((500, {}, b""), "answers with 500"),
    ],
)
def test_what_is_no_topoviz_server_is_said(server, monkeypatch, answers, said):
    if said == "sends more than":
        monkeypatch.setattr(served, "MOST_BYTES", 1_000)
    server.answers = answers

    with pytest.raises(Failure, match=said):
        read_served(f"{server.url}{LINK}")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://example.org/s/" + "x" * 32, "over http, only this machine is"),
        ("http://127.0.0.1.example.org/s/" + "x" * 32, "over http, only this machine is"),
        ("https://user:secret@example.org/s/" + "x" * 32, "has a name or a password in it"),
        ("https://[::1/s/x", "is not an address"),
        ("https://user:secret@example.org:99999/s/x", "is not an address"),
        ("https://user:secret@[::1/s/x", "is not an address"),
        ("https://user:secret/more@example.org/s/x", "is not an address"),
        ("http://user:secret@example.org/s/x", "has a name or a password in it"),
        ("ftp://user:secret@example.org/s/x", "has a name or a password in it"),
        ("https://example.org/other", "is neither an analysis of a topoviz server"),
        ("http://127.0.0.1:9/s/" + "x" * 32, "cannot be asked"),
    ],
)
def test_only_addresses_of_a_server_are_asked(address, said):
    with pytest.raises(Failure, match=said) as raised:
        read_served(address)
    assert "secret" not in str(raised.value)
