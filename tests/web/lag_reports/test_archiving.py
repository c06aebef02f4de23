"""When the archive of Spark's classes is made: while the worker has nothing better to do, and not a moment longer."""

import subprocess

import pytest

from tests.processes import linux_only, wait_until
from topoviz.web.analyses.limits import limits
from topoviz.web.lag_reports import archiving
from topoviz.web.lag_reports.warm import kept_warm

pytestmark = linux_only

pytest.importorskip("pyspark")


@pytest.fixture
def started(settings, tmp_path, monkeypatch):
    """Give all processes that are started, with data of their own."""
    settings.DATA = tmp_path
    limits.cache_clear()
    monkeypatch.setattr("topoviz.web.lag_reports.warm.engines.get_ready", lambda: None)
    found, popen = [], subprocess.Popen

    def start(*given, **more):
        found.append(popen(*given, **more))
        return found[-1]

    monkeypatch.setattr("subprocess.Popen", start)
    yield found
    archiving.leave_off()
    limits.cache_clear()


def test_one_process_makes_it_and_a_report_ends_it(started, monkeypatch):
    monkeypatch.setattr("topoviz.web.lag_reports.warm._stop", lambda: None)
    archiving.begin()
    archiving.begin()
    (maker,) = started
    assert maker.poll() is None

    with kept_warm():
        assert maker.poll() is not None

    assert started == [maker]
    archiving.begin()
    assert len(started) == 2


def test_a_start_is_followed_by_it_unless_somebody_comes_before(started, monkeypatch):
    monkeypatch.setattr(archiving, "_SECONDS_AFTER_START", 0.1)
    archiving.begin_soon()
    assert wait_until(lambda: len(started) == 1)
    archiving.leave_off()

    monkeypatch.setattr(archiving, "_SECONDS_AFTER_START", 600)
    archiving.begin_soon()
    timer = archiving._making.timer
    archiving.leave_off()
    assert timer.finished.is_set()
    assert len(started) == 1


def test_no_bytes_are_no_archive(started, settings):
    settings.TOPOVIZ_LIMITS = {"spark_archive_bytes": 0}
    limits.cache_clear()
    archiving.begin()
    assert started == []
