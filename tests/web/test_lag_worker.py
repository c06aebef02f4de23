"""Lag histories through the whole product: real Spark in a real worker, killed and cancelled on the way."""

import http.client
import json
import signal
from contextlib import closing

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.lag.topics.clusters import START, Cluster, Topic, looks, write_capture
from tests.pace import PATIENCE, QUICK_JAVA
from tests.processes import (
    child_of,
    command_of,
    descendants,
    is_running,
    kill,
    linux_only,
    listeners,
    wait_until,
)
from tests.web.test_faults import FINAL, Product

pytestmark = [linux_only, pytest.mark.xdist_group("lag worker")]

PROGRAM = """
StreamsBuilder builder = new StreamsBuilder();
builder.stream("orders").groupBy((id, order) -> order.customer()).count().toStream().to("counts");
"""
HEADER = "timestamp,group,topic,partition,log_end_offset,committed_offset"


def history(rounds=60, hot=2, start=1_700_000_000):
    """Four partitions of orders, of which one receives more than its task can take."""
    lines = [HEADER]
    for number in range(rounds):
        for partition in range(4):
            end = (9_000 if partition == hot else 1_000) * (number + 1)
            lines.append(f"{start + 30 * number},app,orders,{partition},{end},{min(end, 1_000 * (number + 1))}")
    return "\n".join(lines).encode()


class LagProduct(Product):
    """A product with an analysis to upload histories for."""

    def start(self):
        super().start()
        self.analysis = None

    def upload(self, *contents):
        if self.analysis is None:
            self.analysis = self.submit(PROGRAM, "?wait=20")["id"]
        files = [SimpleUploadedFile("lag.csv", content) for content in contents]
        body = encode_multipart(BOUNDARY, {"analysis": self.analysis, "file": files})
        with closing(http.client.HTTPConnection(self.address, timeout=60)) as connection:
            headers = {"Authorization": f"Bearer {self.token}", "Content-Type": MULTIPART_CONTENT}
            connection.request("POST", "/api/v1/lag-reports", body, headers)
            answer = connection.getresponse()
            document = json.loads(answer.read())
        assert answer.status == 202, document
        return document

    def document(self, report):
        return self.ask("GET", report["url"])[1]

    def end_of(self, report, seconds=PATIENCE):
        assert wait_until(lambda: self.document(report)["status"] in FINAL, seconds), self.document(report)
        return self.document(report)

    def worker(self):
        return child_of(self.process.pid, "--queues spark")

    def java(self):
        """The process of the warm session; a first report starts it."""
        if not self.processes_with("java"):
            self.end_of(self.upload(history(20)))
        (java,) = self.processes_with("java")
        return java

    def processes_with(self, words):
        return [pid for pid in descendants(self.worker()) if words in command_of(pid)]


@pytest.fixture(scope="module")
def product(project, tmp_path_factory):
    started = LagProduct(project, tmp_path_factory.mktemp("lag"), JAVA_TOOL_OPTIONS=QUICK_JAVA)
    yield started
    started.stop()


def test_a_history_ends_as_a_report_that_names_the_cause(product):
    document = product.end_of(product.upload(history()))

    assert document["status"] == "done", document["reason"]
    result = document["result"]
    assert result["schema"] == "topoviz/lag-report@1"
    assert result["findings"][0]["kind"] == "hot-partition"
    assert result["findings"][0]["tasks"] == ["0_2"]
    status, tasks = product.ask("GET", document["downloads"]["json"])
    assert (status, tasks) == (200, result)


def test_what_brokers_say_of_topics_stands_in_the_report_and_says_what_a_change_restores(product, tmp_path):
    changelog = "app-KSTREAM-AGGREGATE-STATE-STORE-0000000002-changelog"
    topics = (Topic("orders", partitions=4), Topic(changelog, partitions=4, heavy=1))
    cluster = Cluster(topics, away=((1, 600, 3000),), seconds=3600)
    capture = write_capture(looks(cluster, 1), tmp_path / "topics.txt").read_bytes()
    lag = history(120, start=int(START.timestamp()))
    document = product.end_of(product.upload(lag, capture))

    assert document["status"] == "done", document["reason"]
    result = document["result"]
    assert {one["kind"] for one in result["findings"]} >= {"hot-partition", "out-of-sync", "size-skew"}
    (store,) = result["topic_history"]["stores"]
    assert (store["topic"], store["largest_task"]) == (changelog, "1_1")
    question = {"partitions": "orders=4", "lag_report": document["id"]}
    status, answer = product.ask("POST", f"/api/v1/analyses/{product.analysis}/assignments?wait=20", question)
    assert status == 200, answer
    restores = answer["result"]["tasks"]["restores"]
    assert sum(one["bytes"] for one in restores["tasks"].values()) == store["size_bytes"]


def test_what_is_no_history_ends_with_a_reason_and_the_worker_goes_on(product):
    worker = product.worker()

    document = product.end_of(product.upload(f"{HEADER}\nx,app,orders,a,b,c\n".encode()))

    assert document["status"] == "failed"
    assert document["reason"]["code"]
    assert document["reason"]["sentence"]
    assert document["reason"]["next_step"].endswith(".")
    assert product.worker() == worker


def test_a_killed_java_loses_nothing(product):
    java = product.java()
    report = product.upload(history(3_000))
    assert wait_until(lambda: product.document(report)["stage"] in ("sorting out", "measuring"))
    kill(java)

    document = product.end_of(report)

    assert document["status"] == "done", document["reason"]
    assert document["attempts"] > 1
    assert product.processes_with("java") not in ([], [java])


def test_a_killed_child_loses_nothing_and_leaves_no_java(product):
    java = product.java()
    report = product.upload(history(3_000))
    assert wait_until(lambda: product.document(report)["stage"] in ("sorting out", "measuring"))
    kill(*product.processes_with("--queues spark"))

    assert wait_until(lambda: not is_running(java))
    assert product.end_of(report)["status"] == "done"


def test_a_report_that_is_being_made_can_be_cancelled(product):
    report = product.upload(history(6_000))
    assert wait_until(lambda: product.document(report)["stage"] in ("sorting out", "measuring"))

    product.ask("POST", f"{report['url']}/cancel", {})

    assert product.document(report)["status"] == "cancelled"
    assert product.end_of(product.upload(history(20)))["status"] == "done"


def test_spark_listens_on_loopback_alone(product):
    java = product.java()

    assert listeners([java])
    assert {address for address, _ in listeners([java])} == {"127.0.0.1"}


def test_a_signal_stops_every_child(product):
    """The last test of this file: the product is stopped as by a service manager, while its Java waits for reports."""
    children = descendants(product.process.pid)
    assert product.java() in children

    product.process.send_signal(signal.SIGTERM)

    assert product.process.wait(PATIENCE) == 0
    assert not any(map(is_running, children))
