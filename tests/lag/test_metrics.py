"""Metrics of every exporter, in every form, become the rows of one and the same history."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta

import pytest

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.model import Kind
from topoviz.lag.forms.take_in import Asked, take_in
from topoviz.lag.limits import Limits
from topoviz.lag.upload import check

START = datetime(2026, 3, 2, 10, tzinfo=UTC)
END, COMMITTED, LAG = "end", "committed", "lag"
ROWS = [
    (START + timedelta(seconds=15 * step), topic, partition, 100 + 40 * step, 90 + 30 * step)
    for step in range(4)
    for topic, partition in (("orders", 0), ("orders", 1), ('pay ments"\\', 0))
]
EXPORTERS = {
    "kafka_exporter": {
        END: ("kafka_topic_partition_current_offset", None, "topic", "partition"),
        COMMITTED: ("kafka_consumergroup_current_offset", "consumergroup", "topic", "partition"),
        LAG: ("kafka_consumergroup_lag", "consumergroup", "topic", "partition"),
    },
    "kafka-lag-exporter": {
        END: ("kafka_partition_latest_offset", None, "topic", "partition"),
        COMMITTED: ("kafka_consumergroup_group_offset", "group", "topic", "partition"),
        LAG: ("kafka_consumergroup_group_lag", "group", "topic", "partition"),
    },
    "kminion": {
        END: ("kminion_kafka_topic_partition_high_water_mark", None, "topic_name", "partition_id"),
        LAG: ("kminion_kafka_consumer_group_topic_partition_lag", "group_id", "topic_name", "partition_id"),
    },
    "burrow": {
        END: ("burrow_kafka_topic_partition_offset", None, "topic", "partition"),
        COMMITTED: ("burrow_kafka_consumer_current_offset", "consumer_group", "topic", "partition"),
        LAG: ("burrow_kafka_consumer_partition_lag", "consumer_group", "topic", "partition"),
    },
    "burrow_exporter": {
        END: ("kafka_burrow_partition_max_offset", "group", "topic", "partition"),
        COMMITTED: ("kafka_burrow_partition_current_offset", "group", "topic", "partition"),
        LAG: ("kafka_burrow_partition_lag", "group", "topic", "partition"),
    },
    "OpenTelemetry": {
        END: ("kafka_partition_current_offset", None, "topic", "partition"),
        COMMITTED: ("kafka_consumer_group_offset", "group", "topic", "partition"),
        LAG: ("kafka_consumer_group_lag_ratio", "group", "topic", "partition"),
    },
}
PAIRS = [
    (tool, pair)
    for tool, parts in EXPORTERS.items()
    for pair in ((END, COMMITTED), (END, LAG), (COMMITTED, LAG))
    if set(pair) <= set(parts)
]


def series(tool, part, rows=ROWS, shift=0.0, **more):
    """Give a metric's series as name, labels and samples, as one exporter writes them."""
    name, group, topic, partition = EXPORTERS[tool][part]
    found = {}
    for time, of_topic, number, end, committed in rows:
        labels = {topic: of_topic, partition: str(number), **({group: "shop"} if group else {}), **more}
        value = {END: end, COMMITTED: committed, LAG: end - committed}[part]
        labels = dict(sorted(labels.items()))
        found.setdefault(tuple(labels.items()), []).append((time.timestamp() + shift, value))
    return [(name, dict(labels), samples) for labels, samples in found.items()]


def as_matrix(all_series):
    result = [
        {"metric": {"__name__": name, **labels, "job": "kafka"}, "values": [[at, str(value)] for at, value in samples]}
        for name, labels, samples in all_series
    ]
    return json.dumps({"status": "success", "data": {"resultType": "matrix", "result": result}})


def as_vectors(all_series):
    """One answer for each instant, one after the other."""
    times = sorted({at for _, _, samples in all_series for at, _ in samples})
    return "\n".join(
        json.dumps({"status": "success", "data": {"resultType": "vector", "result": [
            {"metric": {"__name__": name, **labels}, "value": [at, str(dict(samples)[time])]}
            for name, labels, samples in all_series for at in [time]
        ]}}, indent=1)
        for time in times
    )  # fmt: skip


def escaped(labels):
    return ",".join(f'{key}="{value.replace(chr(92), chr(92) * 2).replace(chr(34), chr(92) + chr(34))}"'
                    for key, value in labels.items())  # fmt: skip


def as_exposition(all_series, write=lambda at: f" {round(at * 1000)}"):
    lines = ["# HELP go_goroutines Number of goroutines.", "# TYPE go_goroutines gauge", "go_goroutines 21"]
    for name, labels, samples in all_series:
        lines += [f"{name}{{{escaped(labels)}}} {float(value)!r}{write(at)}" for at, value in samples]
    return "\n".join(lines) + "\n"


def as_snapshots(all_series):
    """What a loop of `date -Is; curl …/metrics` writes."""
    times = sorted({at for _, _, samples in all_series for at, _ in samples})
    return "".join(
        f"{datetime.fromtimestamp(time, UTC).isoformat()}\n# TYPE up gauge\n"
        + "".join(f"{name}{{{escaped(labels)}}} {dict(samples)[time]}\n" for name, labels, samples in all_series)
        for time in times
    )


def as_wide(all_series, time=lambda at: round(at * 1000), separator=",", first=""):
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(["Time", *(f"{name}{{{escaped(labels)}}}" for name, labels, _ in all_series)])
    for at in sorted({at for _, _, samples in all_series for at, _ in samples}):
        writer.writerow([time(at), *(dict(samples).get(at, "") for _, _, samples in all_series)])
    return first + file.getvalue()


def as_table(all_series):
    file = io.StringIO()
    writer = csv.writer(file)
    names = list(dict.fromkeys(label for _, labels, _ in all_series for label in labels))
    writer.writerow(["Time", "__name__", *names, "Value"])
    for name, labels, samples in all_series:
        writer.writerows(
            [round(at * 1000), name, *(labels.get(key, "") for key in names), value] for at, value in samples
        )
    return file.getvalue()


FORMS = {
    "matrix": (as_matrix, Kind.PROMETHEUS),
    "vectors": (as_vectors, Kind.PROMETHEUS),
    "text format": (as_exposition, Kind.EXPOSITION),
    "OpenMetrics": (lambda all_series: as_exposition(all_series, lambda at: f" {at}") + "# EOF\n", Kind.EXPOSITION),
    "snapshots": (as_snapshots, Kind.EXPOSITION),
    "joined by time": (as_wide, Kind.GRAFANA),
    "for Excel": (lambda all_series: "\ufeff" + as_wide(all_series, separator=";", first="sep=;\r\n"), Kind.GRAFANA),
    "formatted times": (
        lambda all_series: as_wide(all_series, lambda at: f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S}"),
        Kind.GRAFANA,
    ),
    "table": (as_table, Kind.GRAFANA),
}


def taken(tmp_path, *texts, asked=Asked(), limits=Limits()):  # noqa: B008 - frozen values
    paths = []
    for number, text in enumerate(texts):
        paths.append(tmp_path / f"given-{number}")
        paths[-1].write_text(text, encoding="utf-8")
    work = tmp_path / "work"
    work.mkdir(exist_ok=True)
    return take_in(paths, work, asked, limits)


def rows_of(found, number=0):
    with found.uploads[number].path.open(encoding="utf-8", newline="") as file:
        return [row[2:] for row in csv.reader(file)]


def expected(rows=ROWS):
    return sorted(
        [f"{time:%Y-%m-%dT%H:%M:%S.%fZ}", "shop", topic, str(partition), str(end), str(committed), "", ""]
        for time, topic, partition, end, committed in rows
    )


@pytest.mark.parametrize("form", FORMS)
def test_any_two_of_three_metrics_of_every_exporter_make_the_history(form, tmp_path):
    write, kind = FORMS[form]
    for number, (tool, pair) in enumerate(PAIRS):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = taken(folder, write([one for part in pair for one in series(tool, part)]))
        assert check(folder / "given-0").kind is kind, (tool, pair)
        assert sorted(rows_of(found)) == expected(), (tool, pair)
        assert found.told[0].notes() == (), (tool, pair)
        assert not found.told[0].kept.counts, (tool, pair)


def test_metrics_of_several_files_and_forms_are_put_together_under_the_first(tmp_path):
    found = taken(tmp_path, as_matrix(series("kafka_exporter", COMMITTED)), as_wide(series("kafka_exporter", END)))
    assert list(found.uploads) == [0]
    assert sorted(rows_of(found)) == expected()


def test_times_that_are_off_by_less_than_half_a_step_belong_together(tmp_path):
    found = taken(tmp_path, as_matrix(series("kafka_exporter", COMMITTED) + series("kafka_exporter", END, shift=6)))
    assert sorted(rows_of(found)) == expected()
    with pytest.raises(BadHistory, match="never of the same partition at the same time"):
        taken(tmp_path, as_matrix(series("kafka_exporter", COMMITTED) + series("kafka_exporter", END, shift=3600)))


def test_samples_without_a_partner_are_left_out_and_counted(tmp_path):
    rows = [row for row in ROWS if row[0] == START]
    found = taken(tmp_path, as_matrix(series("kafka_exporter", COMMITTED) + series("kafka_exporter", END, rows)))
    assert sorted(rows_of(found)) == expected(rows)
    (note,) = found.told[0].notes()
    assert note.startswith("Not used: 9 samples of the committed offset ")


def test_what_was_never_committed_and_what_is_no_number_is_no_offset(tmp_path):
    (name, labels, _), *_ = series("kafka_exporter", COMMITTED)
    at = START.timestamp()
    samples = [(at, -1), (at + 15, "NaN"), (at + 30, "160.5"), (at + 45, "1.8e+02")]
    found = taken(tmp_path, as_matrix([(name, labels, samples), *series("kafka_exporter", END)]))
    assert [row[5] for row in rows_of(found)] == ["", "180"]
    assert found.told[0].kept.counts == {"the value counts no records": 1}


def test_owners_of_partitions_are_kept_as_they_change(tmp_path):
    first = series(
        "kafka-lag-exporter", COMMITTED, ROWS[:6], client_id="a-StreamThread-1-consumer", member_host="/10.0.0.1"
    )
    second = series(
        "kafka-lag-exporter", COMMITTED, ROWS[6:], client_id="b-StreamThread-1-consumer", member_host="/10.0.0.2"
    )
    found = taken(tmp_path, as_matrix([*first, *second, *series("kafka-lag-exporter", END)]))
    owners = [tuple(row[6:]) for row in sorted(rows_of(found))]
    assert owners == [("a-StreamThread-1-consumer", "10.0.0.1")] * 6 + [("b-StreamThread-1-consumer", "10.0.0.2")] * 6


@pytest.mark.parametrize("tool", EXPORTERS)
def test_lag_alone_names_the_tool_and_what_to_export_too(tool, tmp_path):
    with pytest.raises(BadHistory) as caught:
        taken(tmp_path, as_matrix(series(tool, LAG)))
    assert caught.value.code == "one-metric"
    assert "the lag alone, and rates need offsets" in caught.value.sentence
    assert EXPORTERS[tool][END][0] in caught.value.next_step


def test_two_clusters_are_not_mixed(tmp_path):
    parts = [*series("burrow", END, cluster="east"), *series("burrow", COMMITTED, cluster="west")]
    with pytest.raises(BadHistory, match="several Kafka clusters: east, west"):
        taken(tmp_path, as_matrix(parts))


def test_a_snapshot_without_a_time_asks_for_it_and_takes_it(tmp_path):
    now = [row for row in ROWS if row[0] == START]
    text = as_exposition([*series("kminion", END, now), *series("kminion", LAG, now)], lambda at: "")
    with pytest.raises(BadHistory) as caught:
        taken(tmp_path, text)
    assert caught.value.code == "no-time"
    assert sorted(rows_of(taken(tmp_path, text, asked=Asked(taken_at=START)))) == expected(now)
    found = taken(tmp_path, text * 2, asked=Asked(taken_at=START))
    assert found.told[0].kept.counts == {"the same series comes again without a time of its own": 6}


NOT_USABLE = {
    "topics": (
        "Topic: orders\tTopicId: x\tPartitionCount: 2\tConfigs:\n", "no-partitions", "kafka-topics"
    ),
    "log dirs": (
        '{"version":1,"brokers":[{"broker":1,"logDirs":[{"partitions":[{"partition":"orders-0","size":5}]}]}]}',
        "no-time", "no time",
    ),
    "JMX": ("kafka.streams:type=stream-thread-metrics,thread-id=x\nprocess-rate = 12.5;\n", "not-usable", "JMX"),
    "ends alone": ("orders:0:120\norders:1:80\n", "not-usable", "kafka-get-offsets.sh"),
    "a page to sign in": ("<!DOCTYPE html><html><body>Sign in</body></html>", "not-usable", "HTML"),
    "other metrics": (
        "# TYPE kafka_streams_thread_process_rate gauge\nkafka_streams_thread_process_rate 3\n",
        "no-lag-metrics", "Kafka Streams (JMX exporter)",
    ),
    "a query that sums": (
        as_matrix([("x", {"topic": "orders"}, [(1, 2)])]).replace('"__name__": "x", ', ""), "no-good-rows", "no name"
    ),
    "a refused query": (
        '{"status":"error","errorType":"bad_data","error":"1:4: parse error"}', "prometheus-error", "1:4: parse error"
    ),
    "an answer cut off": (
        as_matrix(series("kafka_exporter", END))[:400], "bad-json", "cut off"
    ),
    "deep JSON": ('{"resultType": ' + "[" * 100_000, "bad-json", "cut off"),
    "a panel with names of its own": ('"Time","Value"\n1772445600000,5\n', "grafana-without-names", "which metric"),
    "Burrow without offsets": (
        '{"error":false,"message":"consumer status returned","status":{"group":"shop","partitions":[]}}',
        "burrow-without-offsets", "no offsets",
    ),
    "a dashboard": ('{"panels": [{"type": "timeseries"}], "title": "Kafka"}', "not-usable", "dashboard"),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_USABLE)
def test_what_is_known_and_cannot_be_used_is_named_with_the_way_onward(name, tmp_path):
    text, code, said = NOT_USABLE[name]
    with pytest.raises(BadHistory) as caught:
        taken(tmp_path, text)
    assert (caught.value.code, said in caught.value.sentence) == (code, True), caught.value.sentence
    assert caught.value.next_step.endswith(".")


def test_of_several_files_the_bad_one_is_named(tmp_path):
    with pytest.raises(BadHistory, match=r"File 2 of 2: The file is what `kafka-get-offsets\.sh"):
        taken(tmp_path, as_matrix(series("burrow", END)), NOT_USABLE["ends alone"][0])


def test_samples_and_series_are_bounded(tmp_path):
    text = as_matrix([*series("burrow", END), *series("burrow", COMMITTED)])
    with pytest.raises(BadHistory, match="the limit is 15"):
        taken(tmp_path, text, limits=Limits(max_rows=5))
    with pytest.raises(BadHistory, match="more series; the limit is 2"):
        taken(tmp_path, text, limits=Limits(max_partitions=1))


def commit(step, lag=10):
    return {"offset": 90 + 30 * step, "timestamp": round(START.timestamp() + 15 * step) * 1000, "lag": lag}


BURROW = {
    "lag": {
        "error": False, "message": "consumer status returned",
        "status": {"cluster": "local", "group": "shop", "status": "OK", "complete": 1.0, "partitions": [
            {"topic": "orders", "partition": 0, "owner": "/10.0.0.1", "client_id": "c-1", "status": "OK",
             "start": commit(0), "end": commit(3), "current_lag": 10, "complete": 1.0},
            {"topic": "orders", "partition": 1, "owner": "", "start": None, "end": None, "current_lag": 0},
        ], "partition_count": 2, "maxlag": None, "totallag": 10},
        "request": {"url": "/v3/kafka/local/consumer/shop/lag", "host": "burrow"},
    },
    "detail": {
        "error": False, "message": "consumer detail returned",
        "topics": {"orders": [
            {"offsets": [None, commit(0), commit(3)], "owner": "/10.0.0.1", "client_id": "c-1", "current-lag": 10},
            {"offsets": [None], "owner": "", "current-lag": 0},
        ]},
        "request": {"url": "/v3/kafka/local/consumer/shop", "host": "burrow"},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", BURROW)
def test_burrows_answers_hold_commits(name, tmp_path):
    found = taken(tmp_path, json.dumps(BURROW[name]) + "\n" + json.dumps(BURROW[name], indent=2))
    assert [row[1:] for row in rows_of(found)] == [
        ["shop", "orders", "0", "100", "90", "c-1", "10.0.0.1"],
        ["shop", "orders", "0", "190", "180", "c-1", "10.0.0.1"],
    ]
    assert found.told[0].kept.counts == {"Burrow holds no commit of it": 2}
    assert "a stall does not show" in found.told[0].notes()[0]


def test_with_its_time_an_answer_of_burrow_shows_what_waits_now(tmp_path):
    answer = json.loads(json.dumps(BURROW["lag"]))
    answer["status"]["partitions"][0]["current_lag"] = 70
    found = taken(tmp_path, f"2026-03-02T10:05:00+00:00\n{json.dumps(answer)}\n")
    assert rows_of(found) == [["2026-03-02T10:05:00.000000Z", "shop", "orders", "0", "250", "180", "c-1", "10.0.0.1"]]
    assert found.told[0].notes() == ()


def test_lines_between_answers_of_prometheus_do_no_harm(tmp_path):
    vectors = as_vectors([*series("burrow", END), *series("burrow", COMMITTED)])
    found = taken(tmp_path, "2026-03-02T10:00:00+00:00\n" + vectors.replace("}\n{", "}\n2026-03-02T10:00:15Z\n{"))
    assert sorted(rows_of(found)) == expected()


OBJECT = {"timestamp": "2026-03-02T10:00:00Z", "group": "shop", "topic": "orders", "partition": 0,
          "log_end_offset": 100, "committed_offset": None, "client_id": "c-1", "host": "h"}  # fmt: skip
SPELT = {
    "ts": 1772445600000,
    "groupId": "shop",
    "topic": "orders",
    "partition": 0,
    "logEndOffset": 100,
    "currentOffset": 90,
}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"{json.dumps(OBJECT)}\n{json.dumps(OBJECT)}\n", Kind.JSON_LINES),
        (json.dumps([OBJECT, OBJECT]), Kind.JSON_ROWS),
        (json.dumps(OBJECT, indent=2) * 2, Kind.JSON_ROWS),
    ],
    ids=["lines", "an array", "objects over several lines"],
)
def test_json_with_our_columns_is_rows(text, kind, tmp_path):
    found = taken(tmp_path, text)
    assert check(tmp_path / "given-0").kind is kind
    assert rows_of(found) == [["2026-03-02T10:00:00Z", "shop", "orders", "0", "100", "", "c-1", "h"]] * 2


def test_json_may_spell_columns_as_java_does_and_bad_lines_are_told(tmp_path):
    found = taken(tmp_path, f"{json.dumps(SPELT)}\nnonsense\n")
    assert rows_of(found) == [["1772445600000", "shop", "orders", "0", "100", "90", "", ""]]
    assert found.told[0].kept.examples == {"the line is no JSON object": [(2, "nonsense")]}


def test_json_without_a_needed_column_says_which(tmp_path):
    with pytest.raises(BadHistory, match="lacks log_end_offset"):
        taken(tmp_path, '{"timestamp": 1, "group": "shop", "topic": "orders", "partition": 0}\n')
