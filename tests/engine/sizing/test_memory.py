"""Memory of threads and instances: each term with its arithmetic, by version and configuration."""

import pytest

from tests.engine.sizing.asking import COUNT, sized
from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.sizing.given import Given

MIB = 1 << 20


def test_thirty_two_threads_with_large_producer_buffers_need_eight_gib():
    """The example of a well-known guide."""
    found = term(sized(counts="orders=32", cluster=threads(32), buffer_memory=str(256 * MIB)), "producer-buffers")

    assert found.bytes == 8 << 30
    assert found.arithmetic == "32 producers × buffer.memory 256 MiB = 8 GiB"


def test_exactly_once_has_a_producer_for_each_task_until_it_went():
    alpha, newer = (sized(version="3.9.2", processing_guarantee=word) for word in ("exactly_once", "exactly_once_v2"))

    assert term(alpha, "producer-buffers").bytes == 4 * 32 * MIB
    assert term(newer, "producer-buffers").bytes == 2 * 32 * MIB
    assert "fewer-producers" in changes(alpha)
    with pytest.raises(BadSetting, match=r"cannot be exactly_once with Kafka Streams 4\.3\.1"):
        sized(version="4.3.1", processing_guarantee="exactly_once")


def test_the_cache_is_shared_with_the_global_thread_and_idle_where_a_thread_has_no_store():
    program = f'{COUNT} builder.globalTable("countries");'
    found = term(sized(program, "orders=1", threads(2), cache_max_bytes_buffering=str(9 * MIB)), "store-cache")

    assert (found.bytes, found.unused) == (9 * MIB, 3 * MIB)
    assert found.arithmetic == (
        "cache.max.bytes.buffering 9 MiB / 3 (2 stream threads and the global thread) = 3 MiB; × 3 = 9 MiB"
    )


def test_the_new_name_of_the_cache_wins_where_there_is_one():
    both = {"cache_max_bytes_buffering": str(9 * MIB), "statestore_cache_max_bytes": str(4 * MIB)}

    assert term(sized(**both), "store-cache").bytes == 4 * MIB
    with pytest.raises(BadSetting, match=r"came with Kafka Streams 3\.4\.0"):
        sized(version="3.1.2", **both)


def test_a_windowed_store_has_a_database_for_each_segment():
    windowed = COUNT.replace("groupByKey()", "groupByKey().windowedBy(TimeWindows.of(Duration.ofHours(1)))")

    assert term(sized(), "rocksdb-block-cache").bytes == 4 * 50 * MIB
    assert term(sized(windowed), "rocksdb-block-cache").bytes == 4 * 3 * 50 * MIB
    assert term(sized(windowed), "rocksdb-write-buffers").bytes == 4 * 3 * 48 * MIB


def test_stores_in_memory_have_no_database_and_a_class_of_the_users_own_leaves_it_open():
    own = COUNT.replace('as("per-customer")', 'as(Stores.inMemoryKeyValueStore("per-customer"))')
    set_by_class = term(sized(rocksdb_config_setter="com.example.Small"), "rocksdb-block-cache")

    assert term(sized(own), "rocksdb-block-cache") is None
    assert term(sized(default_dsl_store="in_memory"), "rocksdb-block-cache") is None
    assert (set_by_class.bytes, set_by_class.sentence[:17]) == (None, "com.example.Small")


def test_record_buffers_are_reckoned_once_the_size_of_a_record_is_given():
    assert term(sized(), "record-buffers").bytes is None
    assert term(sized(given=Given(record_bytes=100)), "record-buffers").bytes == 4 * (1000 + 1000) * 100


@pytest.mark.parametrize(
    ("version", "settings", "for_each", "for_all"),
    [
        ("2.3.1", {"metrics_recording_level": "DEBUG"}, 3, 2),
        ("3.7.2", {"metrics_recording_level": "DEBUG"}, 3, 3),
        ("3.9.2", {}, 4, 2),
        ("4.3.1", {"group_protocol": "streams"}, 4, 2),
    ],
)
def test_each_stream_thread_brings_at_least_three_threads(version, settings, for_each, for_all):
    found = sized(version=version, **settings).memory

    assert found.thread.count_of_jvm_threads == for_each
    assert found.instances[0].count_of_jvm_threads == 2 * for_each + for_all


def test_interceptors_may_start_more_and_nobody_knows_how_many():
    found = sized(producer_interceptor_classes="com.example.Monitoring").memory.thread

    assert [(one.name, one.count) for one in found.jvm_threads][-1] == ("interceptors", None)


def test_values_say_where_they_are_from():
    settings = term(sized(consumer_max_poll_records="10"), "record-buffers").settings

    assert [(one.name, one.value, one.is_given, one.source) for one in settings] == [
        ("buffered.records.per.partition", 1000, False, "StreamsConfig, Kafka Streams 3.9.2"),
        ("max.poll.records", 10, True, "given as consumer.max.poll.records"),
    ]


def threads(count):
    return f"clients: [{{name: a, threads: {count}}}]"


def term(sizing, name):
    return next((one for one in sizing.memory.instances[0].terms if one.name == name), None)


def changes(sizing):
    return [one.change.value for one in sizing.suggestions]
