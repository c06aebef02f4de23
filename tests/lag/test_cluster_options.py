"""What the people who run topoviz say about its Spark, and what it says when that does not work."""

from dataclasses import replace

import pyspark
import pytest
from pyspark.errors import PySparkException

from tests.lag.histories import history, write_csv, write_parquet
from topoviz.cli.main import main
from topoviz.lag.bad_history import BadHistory
from topoviz.lag.in_place import Source, is_in_place, read_in_place
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.jobs.width import parts
from topoviz.lag.onto_topology import Placement, Reader
from topoviz.lag.options import read_options, read_work
from topoviz.lag.session import SessionSettings, _options
from topoviz.lag.spark_failed import SparkFailed, explained

MEGABYTE = 1024 * 1024


def test_any_option_of_sparks_goes_before_ours_and_those_of_java_go_beside(tmp_path):
    given = {"TOPOVIZ_SPARK": '{"spark.executor.memory": "4g", "spark.x.on": true, "spark.cores.max": 8, '
             '"spark.driver.extraJavaOptions": "-Dours=1"}'}  # fmt: skip
    options = _options(SessionSettings.from_environment(given), tmp_path)
    assert (options["spark.executor.memory"], options["spark.x.on"], options["spark.cores.max"]) == ("4g", "true", "8")
    assert options["spark.driver.extraJavaOptions"].startswith(f"-Djava.io.tmpdir={tmp_path} ")
    assert options["spark.driver.extraJavaOptions"].endswith(" -Dours=1")


def test_java_is_given_our_garbage_collector_unless_another_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.delenv("JAVA_TOOL_OPTIONS", raising=False)
    option = "spark.driver.extraJavaOptions"
    asked = (SessionSettings(java_options="-XX:+UseG1GC"), SessionSettings(options=((option, "-XX:+UseG1GC"),)))
    assert "-XX:+UseParallelGC" in _options(SessionSettings(), tmp_path)[option].split()
    for settings in (*asked, *(replace(one, is_small=True) for one in asked)):
        given = _options(settings, tmp_path)[option].split()
        assert [one for one in given if one.endswith("GC")] == ["-XX:+UseG1GC"]
    # Java takes this one by itself.
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:+UseSerialGC")
    assert "GC" not in _options(SessionSettings(), tmp_path)[option]


def test_rows_are_parted_by_their_size_unless_somebody_says_into_how_many_parts(tmp_path):
    option = "spark.sql.shuffle.partitions"

    assert option not in _options(SessionSettings(), tmp_path)
    assert _options(SessionSettings(options=((option, "7"),)), tmp_path)[option] == "7"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("spark.executor.memory=4g", "is no JSON object. Write it as"),
        ("[]", "is no JSON object"),
        ('{"executor.memory": "4g"}', "'executor.memory', which is no option of Spark's"),
        ('{"spark.executor.memory": ["4g"]}', "no single value for spark.executor.memory"),
        ('{"spark.sql.session.timeZone": "CET"}', "all times are UTC. Take it away."),
    ],
)
def test_options_that_cannot_be_used_are_refused_with_a_next_step(text, said):
    with pytest.raises(SparkFailed, match=said):
        read_options({"TOPOVIZ_SPARK": text})


def test_shared_storage_is_named_as_hadoop_names_it():
    assert read_work({"TOPOVIZ_SPARK_WORK": "s3a://bucket/topoviz/"}) == "s3a://bucket/topoviz"
    assert read_work({}) is None
    with pytest.raises(SparkFailed, match="Write it as file:///mnt/shared"):
        read_work({"TOPOVIZ_SPARK_WORK": "/mnt/shared"})


def test_the_command_refuses_bad_options_without_a_stack(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TOPOVIZ_SPARK", "memory=4g")
    path = write_csv(history(7, minutes=2).rows, tmp_path / "history.csv")
    program = tmp_path / "topology.txt"
    program.write_text(
        "Topologies:\n   Sub-topology: 0\n    Source: S (topics: [orders])\n      --> P\n"
        "    Processor: P (stores: [])\n      --> none\n      <-- S\n",
        encoding="utf-8",
    )
    assert main(["lag", "analyze", str(path), "--topology", str(program)]) == 2
    assert "TOPOVIZ_SPARK is no JSON object" in capsys.readouterr().err


def test_there_are_as_many_parts_as_the_rows_need_and_all_of_a_cluster_works_where_it_pays():
    assert parts(800_000, slots=2) == 1
    assert parts(6 * MEGABYTE, slots=64) == 2
    assert parts(800 * MEGABYTE, slots=2) == 25
    assert parts(800 * MEGABYTE, slots=64) == 128
    assert parts(800 * 1024 * MEGABYTE, slots=64) == 25_600


@pytest.mark.xdist_group("spark")
class TestInPlace:
    def test_a_folder_by_date_gives_the_report_of_its_files_and_a_day_of_it_that_of_one(self, spark, tmp_path):
        placement = Placement((Reader("orders", 0, False),))
        rows = history(5, partitions=2, minutes=12, interval_seconds=60).rows
        lake = tmp_path / "lake"
        for day, some in (
            ("2026-03-02", rows),
            ("2026-03-03", [(f"2026-03-03{row[0][10:]}", *row[1:]) for row in rows]),
        ):
            (lake / f"date={day}").mkdir(parents=True)
            write_parquet(some, lake / f"date={day}" / "part-0.parquet")
            (lake / f"date={day}" / "part-0.rows").unlink()
        assert is_in_place(str(lake))
        assert read_in_place(spark, Source(str(lake))).as_text().count() == 2 * len(rows)
        assert read_in_place(spark, Source(str(lake), "2026-03-03")).as_text().count() == len(rows)
        there = analyze_history(spark, [], placement, sources=[Source(str(lake / "date=2026-03-02"))])
        here = analyze_history(spark, [write_csv(rows, tmp_path / "history.csv")], placement)
        assert there.to_json() == here.to_json()

    def test_csv_with_a_header_is_read_in_place_too(self, spark, tmp_path):
        folder = tmp_path / "days" / "day=2026-03-02"
        folder.mkdir(parents=True)
        write_csv(history(5, partitions=2, minutes=2).rows, folder / "a.csv")
        assert read_in_place(spark, Source(str(tmp_path / "days"))).as_text().count() == 16

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("abc://bucket/lag", "Spark cannot read abc: its connector is not there. Name it in spark.jars.packages"),
            ("table:lake.db.lag", "There is no table lake.db.lag that Spark knows of. Write table:"),
            ("table:nothing", "There is no table nothing that Spark knows of"),
        ],
    )
    def test_what_spark_cannot_read_is_a_sentence_and_never_a_stack_of_java(self, spark, name, said):
        with pytest.raises(SparkFailed, match=said) as failed, explained():
            read_in_place(spark, Source(name)).as_text().count()
        assert "\n" not in str(failed.value)
        assert failed.value.lasts

    def test_a_package_for_another_spark_is_told_as_that(self):
        with pytest.raises(SparkFailed, match="was made for another version of Spark") as failed, explained():
            raise PySparkException("java.lang.IncompatibleClassChangeError: class a.B can not implement c.View")
        assert f"its release for Spark {pyspark.__version__}" in str(failed.value)

    def test_a_folder_that_is_not_there_or_has_other_columns_is_told(self, spark, tmp_path):
        with pytest.raises(BadHistory, match="There is no file:///none"):
            read_in_place(spark, Source("file:///none"))
        (tmp_path / "a.csv").write_text("timestamp,topic\n1,orders\n", encoding="utf-8")
        with pytest.raises(BadHistory, match="lacks the columns group, partition"):
            read_in_place(spark, Source(str(tmp_path)))
