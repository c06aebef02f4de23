"""Where reports have their folders while they are made, and who removes them when their maker was killed."""

import subprocess
import sys
from pathlib import Path

import pytest

from topoviz.web.lag_reports.workplace import work_root

WORKER = """
import sys
from django.conf import settings
settings.configure(DATA=sys.argv[1])
from topoviz.web.lag_reports.workplace import work_root
(work_root() / "history").write_text("rows")
print(work_root(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def at_work(tmp_path):
    """Start another process that works in the same data directory; gives it and its folder."""
    started = []

    def start():
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        started.append(subprocess.Popen([sys.executable, "-c", WORKER, str(tmp_path)], **pipes))
        return started[-1], Path(started[-1].stdout.readline().strip())

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_what_a_killed_worker_left_is_removed_by_the_next_and_what_another_works_on_stays(at_work, settings, tmp_path):
    settings.DATA = tmp_path
    left_by_an_older_product = tmp_path / "spark" / "topoviz-lag-abc"
    left_by_an_older_product.mkdir(parents=True)
    _, theirs = at_work()
    killed, left = at_work()
    killed.kill()
    killed.wait()
    assert (left / "history").exists()

    ours = work_root()

    assert ours == work_root()
    assert (theirs / "history").exists()
    assert {one for one in ours.parent.iterdir() if one.is_dir()} == {ours, theirs}
