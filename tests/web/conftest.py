"""What the tests of the web share."""

import pytest
from django.core.cache import cache
from django.core.management import call_command


@pytest.fixture(scope="session", autouse=True)
def collected_static_files():
    """Pages name static files by their content, so these are collected as in the product."""
    call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture(autouse=True)
def empty_cache():
    """No test sees what another has put into the cache."""
    cache.clear()
