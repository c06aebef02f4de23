"""`python -m tests.lag.s3 ENDPOINT`: days and reports over a bucket of an S3-compatible server, on a real cluster.

Such a server is `moto_server -H 127.0.0.1 -p 5000` of the package moto[server], and ENDPOINT is http://127.0.0.1:5000.
Spark gets its connector by name, org.apache.hadoop:hadoop-aws, which is 700 MB with what it needs; JARS in the
environment may name jar files that are there already. Nothing but the bucket is shared: inputs, work, days are in it.
"""

import json
import os
import sys
import tempfile
import urllib.request
from pathlib import Path

from tests.lag.cluster import running_cluster
from tests.lag.histories import GROUP, history, write_csv
from topoviz.lag.days.append import append_days
from topoviz.lag.days.make import report_days
from topoviz.lag.in_place import Source
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.onto_topology import Placement, Reader
from topoviz.lag.session import SessionSettings, spark_session, stop_session
from topoviz.lag.storage import names_in

BUCKET = "topoviz"
PLACEMENT = Placement((Reader("orders", 0, False),))


def options(endpoint):
    """What TOPOVIZ_SPARK has to say for a bucket of that server."""
    jars = os.environ.get("JARS")
    return {
        **({"spark.jars": jars} if jars else {"spark.jars.packages": "org.apache.hadoop:hadoop-aws:3.5.0"}),
        "spark.hadoop.fs.s3a.endpoint": endpoint,
        "spark.hadoop.fs.s3a.path.style.access": True,
        "spark.hadoop.fs.s3a.access.key": "any",
        "spark.hadoop.fs.s3a.secret.key": "any",
        "spark.executor.memory": "512m",
    }


def main(endpoint):
    """Do the same on this machine and on the cluster with the bucket; they have to agree."""
    urllib.request.urlopen(urllib.request.Request(f"{endpoint}/{BUCKET}", method="PUT")).close()  # noqa: S310
    with tempfile.TemporaryDirectory() as name, running_cluster(Path(name)) as (master, _):
        folder = Path(name)
        path = write_csv(history(5, partitions=4, cause="stall", minutes=90).rows, folder / "lag.csv")
        given = {"SPARK_MASTER": master, "TOPOVIZ_SPARK": json.dumps(options(endpoint)),
                 "TOPOVIZ_SPARK_WORK": f"s3a://{BUCKET}/work"}  # fmt: skip
        settings = SessionSettings.from_environment(given)
        spark = spark_session(settings)
        lake, kept = f"s3a://{BUCKET}/lake", f"s3a://{BUCKET}/days"
        rows = spark.read.csv(str(path), header=True).selectExpr("*", "substr(timestamp, 1, 10) AS date")
        rows.write.partitionBy("date").parquet(lake, mode="overwrite")
        uploaded = analyze_history(spark, [path], PLACEMENT, shared=settings.work)
        in_place = analyze_history(spark, [], PLACEMENT, sources=[Source(lake)], shared=settings.work)
        for _ in range(2):
            appended = append_days(spark, kept, [], [Source(lake)], shared=settings.work)
        days = report_days(spark, kept, PLACEMENT)
        left = names_in(spark, f"s3a://{BUCKET}/work")
        in_bucket = names_in(spark, kept)
        stop_session()
        here = spark_session(SessionSettings())
        local = analyze_history(here, [path], PLACEMENT)
        append_days(here, str(folder / "days"), [path])
        local_days = report_days(here, str(folder / "days"), PLACEMENT)
        stop_session()
    assert [one.samples for one in uploaded.partitions] == [one.samples for one in local.partitions]
    assert [one.sentence for one in uploaded.findings] == [one.sentence for one in local.findings]
    assert [one.sentence for one in in_place.findings] == [one.sentence for one in local.findings]
    assert [one.samples_before for one in appended.days] == [one.samples for one in appended.days]
    assert [one.lag_mean for one in days.figures] == [one.lag_mean for one in local_days.figures]
    assert days.group == GROUP
    assert (left, in_bucket) == ([], ["hours-1"])
    print("The bucket gives what this machine gives, twice appended is once kept, and nothing is left of the work.")


if __name__ == "__main__":
    main(sys.argv[1])
