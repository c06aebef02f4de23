"""The version of everything that results depend on: the package, and the very code of the engine and the drawings."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from importlib import metadata

from topoviz.web.places import PACKAGE

AGREED = "TOPOVIZ_ENGINE_VERSION"


@cache
def engine_version() -> str:
    """Give the version under which results are kept, such as `0.1.0+5f3a…`.

    It changes with every change of the code, so that a result of older code is never taken for one of today's. What is
    started together agrees on it by a variable.
    """
    if agreed := os.environ.get(AGREED):
        return agreed
    digest = hashlib.sha256()
    for folder in ("engine", "rendering"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{_package_version()}+{digest.hexdigest()[:16]}"


def _package_version() -> str:
    try:
        return metadata.version("topoviz")
    except metadata.PackageNotFoundError:
        return "0"
