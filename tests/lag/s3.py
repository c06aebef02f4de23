"""`python -m tests.lag.s3 ENDPOINT`: work, days and reports in a bucket of an S3-compatible server.

Such a server is `moto_server -H 127.0.0.1 -p 5000` of the package moto[server], and ENDPOINT is http://127.0.0.1:5000.
Spark gets its connector by name, org.apache.hadoop:hadoop-aws, which is 700 MB with what it needs; JARS in the
environment may name jar files that are there already. SPARK_MASTER may name a cluster.
"""

import json
import os
import sys
import tempfile
import urllib.request
import uuid
from pathlib import Path

from tests.lag.histories import history, write_csv
from topoviz.lag.days.append import append_days
from topoviz.lag.days.make import report_days
from topoviz.lag.in_place import Source
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.onto_topology import Placement, Reader
from topoviz.lag.session import SessionSettings, spark_session, stop_session
from topoviz.lag.storage import names_in

BUCKET = f"topoviz-{uuid.uuid4().hex[:8]}"
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
    }


def main(endpoint):
    """Do the same with a folder of this machine and with the bucket; they have to agree."""
    urllib.request.urlopen(urllib.request.Request(f"{endpoint}/{BUCKET}", method="PUT")).close()  # noqa: S310
    given = {"SPARK_MASTER": os.environ.get("SPARK_MASTER", ""), "TOPOVIZ_SPARK": json.dumps(options(endpoint)),
             "TOPOVIZ_SPARK_WORK": f"s3a://{BUCKET}/work"}  # fmt: skip
    settings = SessionSettings.from_environment(given)
    spark = spark_session(settings)
    lake, kept = f"s3a://{BUCKET}/lake", f"s3a://{BUCKET}/days"
    with tempfile.TemporaryDirectory() as name:
        path = write_csv(history(5, partitions=2, minutes=20).rows, Path(name) / "lag.csv")
        rows = spark.read.csv(str(path), header=True).selectExpr("*", "substr(timestamp, 1, 10) AS date")
        rows.write.partitionBy("date").parquet(lake, mode="overwrite")
        uploaded = analyze_history(spark, [path], PLACEMENT, shared=settings.work)
        for _ in range(2):
            appended = append_days(spark, kept, [], [Source(lake)], shared=settings.work)
        append_days(spark, f"{name}/days", [path])
        days, here = report_days(spark, kept, PLACEMENT), report_days(spark, f"{name}/days", PLACEMENT)
        left, in_bucket = names_in(spark, f"s3a://{BUCKET}/work"), names_in(spark, kept)
    stop_session()
    assert uploaded.rows.good == sum(one.samples for one in appended.days)
    assert [one.samples_before for one in appended.days] == [one.samples for one in appended.days]
    assert days.to_json() == here.to_json()
    assert (left, in_bucket) == ([], ["hours-1"])
    print("The bucket gives what a folder gives, a day that comes twice is kept once, and nothing is left of the work.")


if __name__ == "__main__":
    main(sys.argv[1])
