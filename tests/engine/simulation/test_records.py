"""Records from files and from a seed, and what is said of those that cannot be simulated."""

import json

import pytest

from topoviz.engine.simulation.broker.partitioner import murmur2, partition_of_key
from topoviz.engine.simulation.records.generating import Source, Span, make_records
from topoviz.engine.simulation.records.model import BadRecords
from topoviz.engine.simulation.records.reading import read_records

COUNTS = {"orders": 4, "prices": 4}
HEADER = "time_ms,topic,partition,key,timestamp_ms,value\n"


def read(text):
    return list(read_records(text.splitlines(keepends=True), COUNTS))


def test_csv_and_json_lines_say_the_same():
    rows = [{"time_ms": 5, "topic": "orders", "partition": 1, "key": "ann", "timestamp_ms": 3, "value": "9"}]
    text = HEADER + "5,orders,1,ann,3,9\n"

    assert read(text) == read("".join(json.dumps(row) + "\n" for row in rows))


def test_what_is_left_empty_follows_from_key_and_time():
    [record] = read(HEADER + "5,orders,,ann,,\n")

    assert record.partition.partition == partition_of_key("ann", 4)
    assert record.timestamp == 5


def test_keys_are_hashed_as_kafka_does():
    # The figures of Utils#murmur2 in Kafka's own tests.
    known = {"21": -973932308, "foobar": -790332482, "a-little-bit-long-string": -985981536, "abc": 479470107}

    for text, number in known.items():
        assert murmur2(text.encode()) == number & 0xFFFFFFFF


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The records are not there: the file is empty."),
        (HEADER, "nothing after its header"),
        ("when,topic\n1,orders\n", "Line 1 of the records is the header, and has 'when'; known are time_ms"),
        (
            HEADER + "1,orders,0,a,1,\n2,orderz,0,a,1,\n",
            "Line 3 of the records has topic 'orderz', which no task reads; topics that are read",
        ),
        (
            HEADER + "1,orders,4,a,1,\n",
            "partition 4, which is not from 0 to 3 (orders has 4, counted from 0)",
        ),
        (
            HEADER + "5,orders,0,a,1,\n4,orders,0,a,9,\n",
            "Line 3 of the records has time_ms 4, before 5 of the line above",
        ),
        (HEADER + "1,orders,0,a,-7,\n", "Line 2 of the records has timestamp_ms -7, which is not from -1"),
        (HEADER + "x,orders,0,a,1,\n", "Line 2 of the records has time_ms 'x', which is no whole number."),
        (HEADER + "1,orders,0,a,1,,,\n", "Line 2 of the records has 8 values, and the header 6 names."),
        (HEADER + "1,orders,,,1,\n", "Line 2 of the records has neither a partition nor a key"),
        ('{"time_ms": 1, "topic": "orders", "key": "a"}\n{"time_ms": 1\n', "Line 2 of the records is no JSON"),
        (
            '{"time_ms": 1.5, "topic": "orders", "key": "a"}\n',
            "Line 1 of the records has time_ms '1.5', which is no whole number.",
        ),
        (HEADER + "9999999999,orders,0,a,1,\n", "Line 2 of the records has time_ms 9,999,999,999"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, said):
    with pytest.raises(BadRecords) as error:
        read(text)

    assert said in str(error.value)


def test_a_seed_gives_the_same_records_again_and_another_seed_others():
    source = Source("orders", rate=100, lasts=5_000, keys=50, skew=1.2, disorder=300)

    first, again, other = (list(make_records([source], COUNTS, seed)) for seed in (1, 1, 2))

    assert first == again != other
    assert len(first) == 500
    assert any(one.timestamp < one.time_ms for one in first)
    assert [one.time_ms for one in first] == sorted(one.time_ms for one in first)
    keys = [one.key for one in first]
    assert keys.count("k0") > 5 * keys.count("k20")


def test_a_stall_has_no_records_and_a_burst_more():
    source = Source("orders", 100, 6_000, spans=(Span(1_000, 2_000, 0), Span(3_000, 4_000, 5)))

    times = [one.time_ms for one in make_records([source], COUNTS, 1)]

    each_second = [sum(second * 1_000 <= time < second * 1_000 + 1_000 for time in times) for second in range(6)]
    assert each_second[1] == 0
    assert 480 <= each_second[3] <= 501
    assert 99 <= each_second[0] <= 101


def test_records_of_several_sources_come_in_the_order_of_their_times():
    sources = [Source("orders", 100, 2_000), Source("orders", 30, 1_000), Source("prices", 10, 3_000)]

    times = [one.time_ms for one in make_records(sources, COUNTS, 1)]

    assert len(times) == 260
    assert times == sorted(times)


def test_how_many_a_burst_makes_is_known_before_any_is_made():
    fits = Source("orders", 100_000, 10_000, spans=(Span(2_000, 3_000, 10),))
    burst = Source("orders", 100_000, 10_000, spans=(Span(2_000, 9_000, 10),))

    make_records([fits], COUNTS, 1)
    with pytest.raises(BadRecords, match=r"about 7,300,000; 2,000,000 are the most"):
        make_records([burst], COUNTS, 1)


def test_too_many_records_are_refused_before_any_is_made():
    with pytest.raises(BadRecords, match=r"about 1,000,000,000; 2,000,000 are the most"):
        make_records([Source("orders", 1_000_000, 1_000_000)], COUNTS, 1)
