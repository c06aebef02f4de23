"""The whole product with real processes: it serves, and nothing that was accepted is lost, whatever is killed."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.pace import PATIENCE
from tests.processes import child_of, children_of, command_of, descendants, is_running, kill, linux_only, wait_until
from tests.web.test_up import BROKER, end, start_product, url_of
from tests.web.webhooks.receiver import Receiver
from topoviz import bootstrap

pytestmark = [linux_only, pytest.mark.xdist_group("faults")]

FINAL = ("done", "failed", "cancelled")
# A lease that ends soon, so that the tests need not wait for half a minute.
LIMITS = json.dumps({"lease_seconds": 6, "heartbeat_seconds": 1, "renotify_seconds": 6, "spark_archive_bytes": 0})
RATES = {"TOPOVIZ_RATE_ANALYSES": "10000/min", "TOPOVIZ_RATE_REQUESTS": "100000/min"}
NETWORKS = {"TOPOVIZ_WEBHOOK_NETWORKS": "127.0.0.0/8"}


class Product:
    """A product that runs, and what is asked of it."""

    def __init__(self, project, data, **variables):
        self.project, self.data, self.variables = project, data, variables
        self.start()
        self.token = self.make_token()

    def start(self):
        self.process = start_product(
            self.project, self.data, TOPOVIZ_LIMITS=LIMITS, **RATES, **NETWORKS, **self.variables
        )
        self.address = url_of(self.process)

    def make_token(self):
        return self.run("api_token", "create", "--team", "Faults", "--name", "test")

    def run_inside(self, code):
        return self.run("shell", "--no-imports", "--command", code)

    def run(self, *arguments):
        finished = subprocess.run(
            [sys.executable, str(self.project / "manage.py"), *arguments],
            env=os.environ
            | {
                "DATABASE_URL": "",
                "DJANGO_SETTINGS_MODULE": "topoviz.web.settings",
                "TOPOVIZ_DATA": str(self.data / "data"),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        return finished.stdout.strip()

    def ask(self, method, path, body=None):
        with closing(http.client.HTTPConnection(self.address, timeout=60)) as connection:
            connection.request(
                method,
                path,
                None if body is None else json.dumps(body),
                {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
            )
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    def submit(self, text, query="", **options):
        body = {"files": [{"name": "A.java", "text": text}], **options}
        status, document = self.ask("POST", f"/api/v1/analyses{query}", body)
        assert status in (200, 202), document
        return document

    def status(self, document):
        return self.ask("GET", document["url"])[1]["status"]

    def all_end(self, documents, seconds=PATIENCE):
        assert wait_until(lambda: all(self.status(one) in FINAL for one in documents), seconds)
        return [self.status(one) for one in documents]

    def stop(self):
        end(self.process, descendants(self.process.pid))


@pytest.fixture(scope="module")
def product(project, tmp_path_factory):
    environment = bootstrap.find_environment(project, os.environ)
    step = bootstrap.choose_step(environment, Path(sys.prefix), bootstrap.is_installed_here())
    assert step is bootstrap.Step.RUN_HERE, "The environment is older than the lock: run python3 manage.py test."
    started = Product(project, tmp_path_factory.mktemp("faults"))
    yield started
    started.stop()


def programs(word, count):
    for number in range(count):
        yield (
            "StreamsBuilder builder = new StreamsBuilder();\n"
            f'builder.stream("{word}-{number}").groupBy((k, v) -> v).count().toStream().to("counts");\n'
        )


def get(address, path):
    with closing(http.client.HTTPConnection(address, timeout=30)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        return response, response.read().decode()


def test_it_serves_the_page_its_styles_and_the_health(product):
    page, text = get(product.address, "/health")
    style = re.search(r'href="(/static/[^"]+\.css)"', text)[1]
    styles, rules = get(product.address, style)
    health, answer = get(product.address, "/healthz")

    assert (page.status, styles.status, health.status) == (200, 200, 200)
    assert "<h1>Health</h1>" in text
    assert "--accent" in rules
    assert "immutable" in styles.headers["Cache-Control"]
    assert '"ok"' in answer
    assert "It was started with topoviz, and answers on its own socket." in text


def test_everything_that_is_needed_runs(product):
    for word in (BROKER, "--queues analyses", "--queues interactive", "janitor", "topoviz.web.server"):
        assert child_of(product.process.pid, word)


def test_a_data_directory_is_used_by_one_product_at_a_time(product):
    second = start_product(product.project, product.data)
    said = second.communicate(timeout=PATIENCE)[0]

    assert second.returncode != 0
    assert "runs already with this data directory" in said
    assert "Traceback" not in said


def test_a_killed_worker_loses_nothing(product):
    documents = [product.submit(text) for text in programs("worker", 20)]
    assert wait_until(lambda: any(product.status(one) == "done" for one in documents))
    worker = child_of(product.process.pid, "--queues analyses")
    kill(worker, *descendants(worker))

    assert product.all_end(documents) == ["done"] * 20
    assert child_of(product.process.pid, "--queues analyses") != worker
    attempts = [product.ask("GET", one["url"])[1]["attempts"] for one in documents]
    assert max(attempts) <= 3
    assert attempts.count(1) >= 15


def test_a_killed_broker_loses_nothing(product):
    documents = [product.submit(text) for text in programs("before", 5)]
    kill(child_of(product.process.pid, BROKER))
    documents += [product.submit(text) for text in programs("after", 5)]

    assert product.all_end(documents) == ["done"] * 10


def test_a_killed_web_server_loses_nothing(product):
    documents = [product.submit(text) for text in programs("served", 5)]
    server = child_of(product.process.pid, "topoviz.web.server")
    kill(server)
    assert wait_until(lambda: children_of(product.process.pid, "topoviz.web.server") not in ([], [server]))
    # The new one answers at the address of the old.
    documents += [product.submit(text) for text in programs("served-again", 5)]

    assert product.all_end(documents) == ["done"] * 10


IN_ITS_DATABASE = """
from tests.web.webhooks.conftest import make_hook
from topoviz.web.accounts.models import ApiToken, Membership, User
team = ApiToken.objects.get().team
Membership.objects.create(team=team, user=User.objects.create_user("owner"), role="owner")
make_hook(team, "{address}", level="compatible")
"""


@pytest.fixture
def receiver():
    started = Receiver()
    started.start()
    yield started
    started.stop()


def test_a_message_survives_its_worker_and_the_broker(product, receiver):
    product.run_inside(IN_ITS_DATABASE.format(address=receiver.url))
    # The first attempt is under way when its worker is killed, and nobody answers it.
    receiver.answers = [lambda handler: time.sleep(4)]
    for text in programs("webhook", 2):
        product.all_end([product.submit(text, project="Webhooks")])
    assert wait_until(lambda: receiver.got)
    worker = child_of(product.process.pid, "--queues webhooks")
    kill(worker, *descendants(worker))
    kill(child_of(product.process.pid, BROKER))

    assert wait_until(lambda: len(receiver.got) == 2)
    assert len({(one.headers["webhook-id"], one.body) for one in receiver.got}) == 1
    assert receiver.got[1].document["revision"]["number"] == 2


def test_a_broker_that_hangs_keeps_nobody_waiting(product):
    broker = child_of(product.process.pid, BROKER)
    os.kill(broker, signal.SIGSTOP)
    try:
        began = time.monotonic()
        document = product.submit(next(programs("hanging", 1)))
        took = time.monotonic() - began
    finally:
        os.kill(broker, signal.SIGCONT)

    assert took < 60
    assert product.all_end([document]) == ["done"]


def test_a_broker_that_forgets_everything_loses_nothing(product):
    import redis

    broker = child_of(product.process.pid, BROKER)
    documents = [product.submit(text) for text in programs("forgotten", 8)]
    socket = re.search(r"\S*topoviz-\S+/broker", command_of(broker))[0].removeprefix("unixsocket:")
    with redis.Redis.from_url(f"unix://{socket}") as server:
        server.flushall()

    assert product.all_end(documents) == ["done"] * 8


def pool_of(worker):
    """The processes in which a worker works on jobs; the engine's own are others each time."""
    return {pid for pid in descendants(worker) if "celery" in command_of(pid)}


def test_bombs_fail_with_a_reason_and_leave_the_worker_alone(product):
    worker = child_of(product.process.pid, "--queues interactive")
    children = pool_of(worker)
    bomb = "while (true) { b.stream(String.valueOf(i)); } " * 20 + "(" * 100_000
    began = time.monotonic()

    document = product.submit(bomb, preview=True)
    (status,) = product.all_end([document], 60)

    assert time.monotonic() - began < 60
    if status == "failed":
        reason = product.ask("GET", document["url"])[1]["reason"]
        assert reason["code"] == "too_complex"
        assert reason["sentence"]
        assert reason["next_step"]
    assert child_of(product.process.pid, "--queues interactive") == worker
    assert pool_of(worker) == children


def test_one_text_submitted_by_many_at_once_is_one_analysis(product):
    text = next(programs("together", 1))
    with ThreadPoolExecutor(12) as threads:
        documents = list(threads.map(lambda _: product.submit(text), range(12)))

    assert len({document["id"] for document in documents}) == 1
    assert product.all_end(documents[:1]) == ["done"]
    assert product.ask("GET", documents[0]["url"])[1]["attempts"] == 1


def test_waiting_for_a_preview_gives_its_result(product):
    document = product.submit(next(programs("preview", 1)), "?wait=20", preview=True)

    assert document["is_preview"] is True
    assert document["result"]["topologies"]


def test_a_product_that_is_killed_leaves_no_child_and_goes_on_where_it_was(product):
    documents = [product.submit(text) for text in programs("restart", 10)]
    children = descendants(product.process.pid)
    product.process.kill()
    product.process.wait()
    try:
        assert wait_until(lambda: not any(map(is_running, children)))
    finally:
        end(product.process, children)

    product.start()

    assert product.all_end(documents) == ["done"] * 10


def test_a_key_stops_every_child(product):
    """The last test of this file: the product is stopped as in a terminal."""
    children = descendants(product.process.pid)
    assert len(children) >= 2

    product.process.send_signal(signal.SIGINT)

    assert product.process.wait(PATIENCE) == 0
    assert not any(map(is_running, children))
