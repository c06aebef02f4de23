"""Whoever waits for a job holds no thread, and hears of its end."""

import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.processes import linux_only

pytestmark = [linux_only, pytest.mark.xdist_group("server")]


def visitor(served):
    """A browser's cookies and form token, as its pages have them."""
    _, headers, page = served.ask("GET", "/")
    cookies = {one.partition("=")[0]: one.partition(";")[0] for one in headers.get_all("Set-Cookie", [])}
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    return {"Cookie": "; ".join(cookies.values()), "X-CSRFToken": token}


def submit(served, number, seconds, **headers):
    body = {"files": [{"name": "A.java", "text": f"// {number}"}]}
    began = time.monotonic()
    status, answered, text = served.ask("POST", f"/api/v1/analyses?wait={seconds}", body, **headers)
    return status, json.loads(text), answered, time.monotonic() - began


def test_forty_who_wait_leave_everybody_else_their_answers(served):
    cookies = visitor(served)
    with ThreadPoolExecutor(40) as threads:
        waiting = [threads.submit(submit, served, number, 20, **cookies) for number in range(40)]
        time.sleep(5)
        began = time.monotonic()
        answers = [served.ask("GET", path)[0] for path in ("/healthz", "/help/") * 3]
        took = time.monotonic() - began
        still = sum(not one.done() for one in waiting)
        ends = [one.result() for one in waiting]

    assert answers == [200] * 6
    assert took < 10
    assert still == 40
    assert {one[0] for one in ends} == {202}
    assert min(one[3] for one in ends) > 19
    # A visitor who is new learns which team is hers, though the first answer was thrown away.
    assert all("sessionid=" in one[2]["Set-Cookie"] for one in ends)


def test_the_end_of_the_work_is_heard_of(served):
    cookies = visitor(served)
    _, document, headers, _ = submit(served, "first", 0, **cookies)
    cookies["Cookie"] += "; " + headers["Set-Cookie"].partition(";")[0]
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(served.ask, "GET", f"{document['url']}?wait=20", None, **cookies)
        time.sleep(2)
        assert not waiting.done()
        began = time.monotonic()
        assert served.ask("POST", f"{document['url']}/cancel", {}, **cookies)[0] == 202
        status, _, text = waiting.result()

    assert time.monotonic() - began < 10
    assert (status, json.loads(text)["status"]) == (200, "cancelled")


def test_a_server_that_stops_answers_those_who_wait(served):
    """The last test of this server: it is stopped."""
    cookies = visitor(served)
    with ThreadPoolExecutor(4) as threads:
        waiting = [threads.submit(submit, served, f"stop {number}", 20, **cookies) for number in range(4)]
        time.sleep(3)
        began = time.monotonic()
        served.process.send_signal(signal.SIGTERM)
        ends = [one.result() for one in waiting]

    assert [one[0] for one in ends] == [202] * 4
    assert served.process.wait(30) == 0
    assert time.monotonic() - began < 15
    assert "ASGI" not in served.log.read_text()
