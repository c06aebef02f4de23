"""What all tests share."""

from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def project() -> Path:
    """The directory of the whole project."""
    return PROJECT
