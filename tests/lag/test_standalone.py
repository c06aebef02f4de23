"""The same job on a real master and two workers gives the same numbers, and none of them listens beyond loopback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lag.cluster import running_cluster
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


@pytest.fixture
def cluster(tmp_path):
    """A master and two workers, and their process ids."""
    with running_cluster(tmp_path) as found:
        yield found


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
