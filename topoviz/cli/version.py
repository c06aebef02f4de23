"""Which topoviz this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def own_version() -> str:
    """Give the version as the package says it; `unknown` where it was not installed as one."""
    try:
        return version("topoviz")
    except PackageNotFoundError:
        return "unknown"
