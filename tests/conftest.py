"""What all tests share."""

import gc
import os
from pathlib import Path

import pytest
from _pytest.nodeid import coerce_node_id

PROJECT = Path(__file__).resolve().parent.parent

BEGIN = (
    *("spark", "browser", "lag worker", "one"),
    *("pages", "postgresql", "faults", "types", "snippets"),
    *("front end", "server", "explained", "up"),
)
"""The groups of tests in the order in which they begin: the longest first, and beside those that wait for a server,
a browser or a lease some that only compute. The next group is handed to a processor while the last two tests of the
one before run, so that a long test alone has a short one behind it."""


def pytest_collectstart() -> None:
    """Look for no garbage while tests are found: what is read for that stays, and to look through it takes long."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage from here on, but not among what was read to find the tests."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """At the end all of it may be thrown away, or libraries that are not Python's own tell that it leaks."""
    gc.unfreeze()


@pytest.fixture(scope="session")
def project() -> Path:
    """The directory of the whole project."""
    return PROJECT


def pytest_xdist_auto_num_workers() -> int:
    """Run on one process more than there are processors: what waits for a server or a browser leaves one idle."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the tests that stay together on one processor: the longest of them would else come last, alone."""
    items.sort(key=_place_of)
    if getattr(config.option, "loadgroup", False):
        for item in items:
            _keep_together(item)


def _place_of(item: pytest.Item) -> int:
    group = _group_of(item)
    if group is None:
        return len(BEGIN) + 1
    return BEGIN.index(group) if group in BEGIN else len(BEGIN)


def _group_of(item: pytest.Item) -> str | None:
    mark = item.get_closest_marker("xdist_group")
    return None if mark is None else str(mark.args[0])


def _keep_together(item: pytest.Item) -> None:
    """Write a test's group into its id, by which pytest-xdist hands tests out.

    Version 3.8 of it writes to where pytest 9.2 no longer reads; then each processor has a Spark and a product.
    """
    group = _group_of(item)
    if group is not None and not item.nodeid.endswith(f"@{group}"):
        item._id = coerce_node_id(f"{item.nodeid}@{group}")  # there is no other way
