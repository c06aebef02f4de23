"""What Java is asked for once, and what it is told in one piece."""

from pyspark import SparkContext

from topoviz.lag.java_lookups import made_once
from topoviz.lag.jobs.literals import frame_of_literals


def test_what_is_made_is_remembered_as_long_as_its_java_lives(monkeypatch):
    made = []

    @made_once
    def make(*names, is_so=True):
        made.append((names, is_so))
        return made[-1]

    monkeypatch.setattr(SparkContext, "_jvm", object())
    assert make("a") is make("a")
    assert make("a") is not make("a", is_so=False)
    assert made == [(("a",), True), (("a",), False)]

    monkeypatch.setattr(SparkContext, "_jvm", object())
    assert make("a") == (("a",), True)
    assert len(made) == 3


def test_rows_of_this_process_come_back_from_spark_as_they_are(spark):
    rows = [
        {"name": 'it\'s "ä" \\ \n 😀', "numbers": [1, 2], "at": 1_772_445_600_000_001, "width": 0.1 + 0.2},
        {"name": None, "numbers": None, "at": -(2**63), "width": 5e-324},
    ]
    frame = frame_of_literals(spark, rows, "name: string, numbers: array<int>, at: long, width: double")
    assert [row.asDict() for row in frame.collect()] == rows
