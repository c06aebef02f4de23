"""`topoviz up` and `topoviz api-token`: hand over to Django, whose commands these are."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final, NoReturn

from topoviz.cli.failure import Failure

SETTINGS: Final = "topoviz.web.settings"


def run(command: str, arguments: Sequence[str]) -> NoReturn:
    """Become the process of the server's command, so that signals reach it; raises Failure without the server extra."""
    # In a checkout the whole environment is there; a wheel may have been installed without its extra.
    missing = [name for name in ("django", "celery", "uvicorn") if find_spec(name) is None]
    if missing:
        raise Failure(
            f"The server needs the package {missing[0]}, which is not installed. "
            "Install topoviz with its server extra: pip install 'topoviz[server]'."
        )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    # Whatever lies in the folder where somebody starts a server is not part of it.
    os.environ["PYTHONSAFEPATH"] = "1"
    os.execv(sys.executable, [sys.executable, "-m", "django", command.replace("-", "_"), *arguments])
