"""Connections that are slow, silent or endless keep nobody out."""

import time
from contextlib import ExitStack

import pytest

from tests.processes import linux_only
from tests.web.server.conftest import read_until_closed

pytestmark = [linux_only, pytest.mark.xdist_group("server")]

QUICKLY = 10
"""Seconds for an answer on a busy machine. What is guarded against takes minutes, or for ever."""

HALF_A_HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
HALF_A_BODY = (
    b"POST /api/v1/analyses HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b'Content-Length: 50000\r\n\r\n{"files": ['
)


def seconds_of_an_answer(served, path="/healthz"):
    began = time.monotonic()
    assert served.ask("GET", path)[0] == 200
    return time.monotonic() - began


def test_300_connections_that_never_say_all_keep_nobody_out(served):
    with ExitStack() as open_ones:
        for sent in (b"", HALF_A_HEAD, HALF_A_BODY):
            for _ in range(100):
                open_ones.enter_context(served.connect(sent))
        took = [seconds_of_an_answer(served, path) for path in ("/healthz", "/help/") * 3 + ("/api/v1/versions",)]

    assert len(took) == 7
    assert max(took) < QUICKLY


def test_readers_that_take_nothing_keep_nobody_out(served):
    page = served.ask("GET", "/help/")[2]
    style = page.partition('href="/static/')[2].partition('"')[0]
    ask = f"GET /static/{style} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    with ExitStack() as open_ones:
        for _ in range(40):
            open_ones.enter_context(served.connect(ask * 20))
        assert seconds_of_an_answer(served, "/help/") < QUICKLY


def test_a_head_that_does_not_end_is_refused(served):
    with served.connect(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"a" * 200_000) as connection:
        assert b" 431 " in read_until_closed(connection).splitlines()[0]


def test_a_body_that_is_too_long_is_refused_before_it_is_sent(served):
    head = (
        b"POST /api/v1/analyses HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n"
    )
    with served.connect(head % 100_000_000) as connection:
        answer = read_until_closed(connection)

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"name": "body_bytes"' in answer


def test_a_body_whose_length_nobody_says_is_refused(served):
    head = b"POST /api/v1/analyses HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
    with served.connect(head) as connection:
        answer = read_until_closed(connection)

    assert answer.startswith(b"HTTP/1.1 411 ")
    assert b"length-required" in answer


def test_a_long_body_arrives_whole(served):
    text = "// a comment\n" * 15_000
    body = {"files": [{"name": "A.java", "text": text}], "preview": True}
    status, headers, _ = served.ask("POST", "/api/v1/analyses", body)

    assert status in (202, 403), headers


def test_no_address_stands_in_the_log(served):
    secret = "Canary-canary_canary-canary"
    for sent in (b"GET /s/%s HTTP/1.1\r\n\r\n", b"GET /s/%s\r\n\r\n", b"POST /s/%s/delete HTTP/1.1\r\nHost: x\r\n\r\n"):
        with served.connect(sent % secret.encode()) as connection:
            connection.recv(65536)
    served.ask("GET", f"/s/{secret}")

    assert secret not in served.log.read_text()
