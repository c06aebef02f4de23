"""Looks at even distances, gaps, and how it ends."""

import pytest

from topoviz.lag.capture.bad_capture import NoGroup, NoLook
from topoviz.lag.capture.look import Look, Row
from topoviz.lag.capture.taking import Beat, summary, take_looks

ROW = Row("2026-03-02T10:00:00.000Z", "shop", "orders", 0, 10, 5, "", "")


class Clock:
    """A clock that looks and waiting move on."""

    def __init__(self, *looks, end_after=None):
        self.now, self.looks, self.asked, self.end_after = 100.0, list(looks), [], end_after

    def look(self):
        self.asked.append(round(self.now - 100, 3))
        what = self.looks.pop(0) if self.looks else 0
        if isinstance(what, Exception):
            self.now += 10
            raise what
        self.now += what
        return Look((ROW,))

    def wait(self, seconds):
        self.now += seconds
        return self.end_after is not None and self.now - 100 >= self.end_after

    def run(self, beat):
        self.kept, self.told = [], []
        return take_looks(self.look, self.kept.extend, beat, self.told.append, self.wait, lambda: self.now)


def test_beats_are_even_whatever_a_look_takes():
    clock = Clock(0.5, 3, 0.1)
    taken = clock.run(Beat(10, 30))
    assert clock.asked == [0, 10, 20, 30]
    assert (taken.looks, taken.is_whole, clock.told) == (4, True, [])
    assert summary(taken, ["shop"]) == "4 looks at shop with 4 rows."


def test_it_ends_when_it_is_told_to_and_what_was_seen_is_kept():
    clock = Clock(end_after=15)
    assert clock.run(Beat(10)).looks == len(clock.kept) == 2


def test_a_gap_is_said_once_and_when_it_is_over():
    clock = Clock(1, NoLook("b:9092 does not answer"), NoLook("b:9092 does not answer"), NoGroup("shop"), 1)
    taken = clock.run(Beat(5, 60))
    assert clock.asked[:5] == [0, 5, 20, 35, 50]
    assert (taken.looks, taken.missed, taken.late) == (4, 9, 0)
    begins, over = clock.told
    assert "a gap begins: b:9092 does not answer." in begins
    assert "is over" in over
    assert summary(taken, ["a", "b"]) == "4 looks at a, b with 4 rows; 9 missed while the cluster did not answer."


def test_beats_that_pass_during_a_look_are_left_out_and_said_once():
    clock = Clock(12, 1, 26)
    taken = clock.run(Beat(5, 60))
    assert clock.asked[:4] == [0, 15, 20, 50]
    assert (taken.late, len(clock.told)) == (7, 1)
    assert not taken.is_whole


def test_the_first_look_may_not_fail():
    with pytest.raises(NoGroup, match="the cluster has no group shop"):
        Clock(NoGroup("shop")).run(Beat(5))
