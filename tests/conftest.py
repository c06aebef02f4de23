"""What all tests share."""

from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def project() -> Path:
    """The directory of the whole project."""
    return PROJECT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that stay together on one processor: the longest of them would else come last, alone.

    The browser's tests are none of them: what drives the browser leaves an event loop behind, beside which Django's
    database cannot be used.
    """
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)
