"""Rates hold over all processes, and a broker that is gone or hangs keeps nobody waiting."""

import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from tests.processes import wait_until
from topoviz.web.broker import wheel_binary
from topoviz.web.rates import availability, counting
from topoviz.web.rates.counting import Counter, Rate
from topoviz.web.rates.shared_cache import SharedCache

MINUTE = Rate("somebody", 120, 60)


class Broker:
    def __init__(self, folder):
        self.url = f"unix://{folder / 's'}"
        command = [wheel_binary(), "--port", "0", "--unixsocket", folder / "s", "--save", ""]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        assert wait_until(self.answers)

    def answers(self):
        try:
            with redis.Redis.from_url(self.url) as client:
                return client.ping()
        except redis.ConnectionError:
            return False

    def end(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def broker(tmp_path_factory):
    started = Broker(tmp_path_factory.mktemp("b"))
    yield started
    started.end()


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """A busy machine is no broker that hangs."""
    monkeypatch.setitem(availability.IMPATIENT, "socket_timeout", 10)


def test_two_processes_let_as_many_pass_together_as_the_rate_says(broker):
    processes = [Counter(broker.url, 2), Counter(broker.url, 2)]
    with ThreadPoolExecutor(8) as threads:
        refused = list(threads.map(lambda number: processes[number % 2].count([MINUTE]), range(300)))

    assert refused.count(None) == 120
    assert all(0 < one.wait <= 60 for one in refused if one is not None)


def test_one_more_may_come_when_the_oldest_is_long_enough_ago(broker):
    counter, rate = Counter(broker.url, 2), Rate("somebody", 2, 1)

    first = [counter.count([rate]) for _ in range(3)]
    time.sleep(first[2].wait + 0.05)

    assert first[:2] == [None, None]
    assert counter.count([rate]) is None


def test_who_is_refused_for_one_reason_is_not_counted_for_another(broker):
    for counter in (Counter(broker.url, 2), Counter("", 1)):
        caller, address = Rate("caller", 1, 60), Rate("address", 3, 60)

        assert counter.count([caller, address]) is None
        assert [counter.count([caller, address]).rate for _ in range(5)] == [caller] * 5
        assert counter.count([Rate("another caller", 1, 60), address]) is None


def test_without_a_broker_each_process_lets_its_share_pass():
    processes = [Counter("", 2), Counter("", 2)]
    refused = [processes[number % 2].count([MINUTE]) for number in range(300)]

    assert refused.count(None) == 120


@pytest.mark.parametrize("fault", [signal.SIGSTOP, signal.SIGKILL])
def test_a_broker_in_trouble_keeps_nobody_waiting_and_lets_nobody_pass(broker, fault, monkeypatch):
    monkeypatch.setitem(availability.IMPATIENT, "socket_timeout", 0.25)
    processes = [Counter(broker.url, 2), Counter(broker.url, 2)]
    assert processes[0].count([Rate("before", 1, 60)]) is None
    broker.process.send_signal(fault)

    began = time.monotonic()
    refused = [processes[number % 2].count([MINUTE]) for number in range(300)]

    assert time.monotonic() - began < 5
    assert refused.count(None) == 120


def test_a_broker_that_comes_back_counts_again(broker, monkeypatch):
    monkeypatch.setitem(availability.IMPATIENT, "socket_timeout", 0.25)
    monkeypatch.setattr(availability, "AWAY_SECONDS", 0.1)
    counter = Counter(broker.url, 2)
    broker.process.send_signal(signal.SIGSTOP)
    assert counter.count([MINUTE]) is None
    broker.process.send_signal(signal.SIGCONT)
    time.sleep(0.2)

    assert wait_until(lambda: counter.count([Rate("again", 1000, 60)]) is None and keys(broker), 10)


def keys(broker):
    with redis.Redis.from_url(broker.url) as client:
        return client.keys(f"{counting.PREFIX}again")


def test_what_processes_share_is_kept_by_the_broker_and_here_while_it_is_away(broker):
    first, second = SharedCache(broker.url, {}), SharedCache(broker.url, {})

    assert first.add("tried", [1.5], 60)
    assert not second.add("tried", [], 60)
    assert second.get("tried") == [1.5]
    broker.process.kill()
    assert first.get("tried", "nothing") == "nothing"
    assert first.add("tried", [2.5], 60)
    assert first.get("tried") == [2.5]
