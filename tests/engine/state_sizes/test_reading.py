"""Sizes of stores in either form, and what is neither is said with its line."""

import json
from datetime import date

import pytest

from topoviz.engine.state_sizes.reading import BadSizes, read_state_sizes

GIB = 1 << 30


def report(*sizes, end="2026-11-27T10:00:00.000Z", **changes):
    """A lag report of a store `counts` with these partitions; None is one that was not looked at."""
    known = [size for size in sizes if size is not None]
    history = {
        "end": end,
        "stores": [{"store": "counts", "topic": "app-counts-changelog", "size_bytes": sum(known)}],
        "partitions": [
            {"topic": "app-counts-changelog", "partition": number, "size_bytes": size}
            for number, size in enumerate(sizes)
        ],
    }
    return json.dumps({"schema": "topoviz/lag-report@1", "topic_history": {**history, **changes}})


def test_a_lag_report_says_each_partition_and_its_day():
    sizes = read_state_sizes(report(7 * GIB, GIB, None))

    assert sizes.day == date(2026, 11, 27)
    assert sizes.stores["counts"].total == 8 * GIB
    restored = [sizes.of_task(("counts", "others"), number) for number in (0, 2)]
    assert [(one.size_bytes, one.unknown) for one in restored] == [(7 * GIB, ("others",)), (0, ("counts", "others"))]
    # What the API gives has the report within.
    assert read_state_sizes(json.dumps({"id": "x", "result": json.loads(report(GIB))})).stores["counts"].largest == GIB


def test_lines_as_a_scenario_has_them_say_what_each_task_restores():
    for text in ("state: {bytes: {counts: 5_000}}", "bytes:\n  counts: 5000\n"):
        sizes = read_state_sizes(text)
        assert (sizes.stores["counts"].total, sizes.of_task(("counts",), 9).size_bytes) == (None, 5000)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("bytes: 5", "Line 1 of the text with sizes of stores has no stores with bytes"),
        ("bytes:\n  counts: many", "Line 2 of the text with sizes of stores has no whole number"),
        ("sizes: {counts: 1}", "has a field 'sizes'"),
        ('{"schema": "topoviz/lag-report@1", "topic_history": null}', "without sizes of topics"),
        ('{"topic_history": [', "is no lag report"),
        ('{"topic_history": ' + "[" * 100_000, "is no lag report"),
        (report(GIB, stores="x"), "without sizes of topics"),
        (
            report(-1, stores=[{"store": "counts", "topic": "app-counts-changelog", "size_bytes": True}]),
            "without sizes",
        ),
    ],
)
def test_what_cannot_be_read_is_said(text, said):
    with pytest.raises(BadSizes, match=said):
        read_state_sizes(text)
