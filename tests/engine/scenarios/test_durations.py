"""Spans of time, read and said."""

import pytest

from topoviz.engine.scenarios.durations import clock_text, duration_text, parse_duration


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [("0", 0), ("90s", 90_000), ("1h30m", 5_400_000), ("1.5s", 1_500), ("250ms", 250), ("2 d", 172_800_000)],
)
def test_a_span_is_read(text, milliseconds):
    assert parse_duration(text) == milliseconds


@pytest.mark.parametrize("text", ["", "10", "ten minutes", "10m later", "-5s", "٣s"])
def test_what_is_no_span_is_refused(text):
    with pytest.raises(ValueError, match="span of time"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (0, "0 ms"),
        (45_000, "45 s"),
        (45_460, "45.5 s"),
        (59_960, "60 s"),
        (120_000, "2 min"),
        (3_900_000, "1 h 5 min"),
        (90_000_000, "1 d 1 h"),
    ],
)
def test_a_span_is_said(milliseconds, words):
    assert duration_text(milliseconds) == words


def test_a_moment_is_said_as_a_clock_does():
    assert clock_text(3_723_450) == "1:02:03.4"
