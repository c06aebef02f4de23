"""The same job on a real master and two workers gives the same numbers, and none of them listens beyond loopback."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pyspark
import pytest

from tests.lag.histories import history, write_csv
from tests.pace import PATIENCE, QUICK_JAVA
from tests.processes import listeners
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.onto_topology import Placement, Reader

pytestmark = pytest.mark.xdist_group("spark")

JOB = """
import json, sys
from dataclasses import replace
from pathlib import Path
from tests.processes import listeners
from pyspark import SparkContext
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.onto_topology import Placement, Reader
from topoviz.lag.session import SessionSettings, spark_session, stop_session

settings = replace(SessionSettings.from_environment(), java_options=sys.argv[3])
spark = spark_session(settings)
spark.conf.set("spark.sql.adaptive.enabled", "false")
placement = Placement((Reader("orders", 0, False),))
report = analyze_history(
    spark, [Path(sys.argv[1])], placement, work_root=Path(sys.argv[2]), shared=settings.work
)
found = listeners([SparkContext._gateway.proc.pid])
machines = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1
print(json.dumps(
    {"master": spark.sparkContext.master, "report": report.to_json(), "listeners": found, "machines": machines}
))
stop_session()
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port):
    for _ in range(300):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail(f"nothing listens on port {port}")


@pytest.fixture
def cluster(tmp_path):
    """A master and two workers, and their process ids."""
    home = Path(pyspark.__file__).parent
    port, web, *worker_webs = (free_port() for _ in range(4))
    variables = os.environ | {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_MASTER_OPTS": f"-Dspark.master.rest.enabled=false {QUICK_JAVA}",
        "SPARK_WORKER_OPTS": QUICK_JAVA,
        "SPARK_WORKER_DIR": str(tmp_path / "worker"),
        "SPARK_DAEMON_MEMORY": "256m",
    }
    master = ("master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", str(web))
    workers = [
        ("worker.Worker", "--host", "127.0.0.1", "--port", "0", "--webui-port", str(worker_web), "--cores", "1",
         "--memory", "1g", f"spark://127.0.0.1:{port}")
        for worker_web in worker_webs
    ]  # fmt: skip
    started = []
    try:
        for (name, *rest), listens in zip((master, *workers), (port, *worker_webs), strict=True):
            program = [home / "bin" / "spark-class", f"org.apache.spark.deploy.{name}", *rest]
            log = (tmp_path / f"{name}.log").open("wb")
            started.append(subprocess.Popen(program, env=variables, stdout=log, stderr=log))
            log.close()
            wait_for(listens)
        yield f"spark://127.0.0.1:{port}", [one.pid for one in started]
    finally:
        for one in reversed(started):
            one.terminate()
            one.wait(timeout=20)


def run_job(project, path, work, **variables):
    paths = os.pathsep.join((str(project), str(Path(__file__).parent)))
    inherited = {key: value for key, value in os.environ.items() if key != "SPARK_MASTER"}
    done = subprocess.run(
        [sys.executable, "-c", JOB, path, work, QUICK_JAVA],
        env=inherited | {"PYTHONPATH": paths} | variables,
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def rounded(value):
    """Give JSON with nine digits of each fraction: which sums come first is chance where several machines add up."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(one) for one in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def test_a_cluster_gives_the_same_report_over_a_shared_folder_and_sees_nothing_of_ours(
    project, cluster, spark, tmp_path
):
    master, pids = cluster
    path = write_csv(history(5, partitions=4, cause="stall", minutes=20).rows, tmp_path / "history.csv")
    here = analyze_history(spark, [path], Placement((Reader("orders", 0, False),)))
    ours, shared = tmp_path / "ours", tmp_path / "shared"
    ours.mkdir(), shared.mkdir()
    options = json.dumps({"spark.executor.memory": "512m", "spark.sql.shuffle.partitions": 2})
    there = run_job(
        project, path, ours, SPARK_MASTER=master, TOPOVIZ_SPARK=options, TOPOVIZ_SPARK_WORK=f"file://{shared}"
    )
    assert there["master"] == master
    assert there["machines"] == 2
    assert rounded(there["report"]) == rounded(here.to_json())
    assert list(shared.iterdir()) == []
    found = [*there["listeners"], *listeners(pids)]
    assert len(found) >= 5
    assert {address for address, _ in found} == {"127.0.0.1"}
