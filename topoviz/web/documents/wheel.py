"""topoviz as pip installs it: the package that runs here, so that builds need no public index.

The wheel is made of the installed files, in a checkout as in an installation, and is the same each time to the byte.
There is nothing in it but the product: no data, no settings and no secrets.
"""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from threading import Lock
from typing import Final

from topoviz.web.places import PACKAGE, templates_directory

NAME: Final = "topoviz"
_SUFFIXES: Final = (
    *(".css", ".csv", ".html", ".java", ".js", ".json", ".kt", ".kts", ".md", ".py"),
    *(".svg", ".toml", ".ttf", ".txt", ".woff2", ".xml", ".yaml", ".yml"),
)
_TO_COPY: Final = "snippets"
"""The folder of files for builds, some of which have no suffix."""
_WHEEL: Final = "Wheel-Version: 1.0\nGenerator: topoviz\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_MODE: Final = 0o100644 << 16
_ONE_AT_A_TIME: Final = Lock()


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel: the name of its file, its bytes, their hash, and which Pythons it is for."""

    name: str
    data: bytes
    sha256: str
    requires_python: str


def own_wheel() -> Wheel | None:
    """Give the wheel of this topoviz; None where it is not installed, and nobody knows its version."""
    # It takes as much of a processor as a page does twenty times, so nobody makes it beside somebody else.
    with _ONE_AT_A_TIME:
        return _made()


@cache
def _made() -> Wheel | None:
    try:
        installed = distribution(NAME)
    except PackageNotFoundError:
        return None
    version = installed.version
    files = dict(_files(installed, f"{NAME}-{version}.dist-info"))
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items())
    place = f"{NAME}-{version}.dist-info/RECORD"
    files[place] = f"{record}{place},,\n".encode()
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, _MODE
            archive.writestr(entry, data)
    data = written.getvalue()
    requires = installed.metadata["Requires-Python"] or ""
    return Wheel(f"{NAME}-{version}-py3-none-any.whl", data, sha256(data).hexdigest(), requires)


def _files(installed: Distribution, about: str) -> Iterator[tuple[str, bytes]]:
    places = {f"{NAME}/{name}": path for name, path in _below(PACKAGE)}
    places |= {f"{NAME}/templates/{name}": path for name, path in _below(templates_directory())}
    for name in sorted(places):
        yield name, places[name].read_bytes()
    for name in ("METADATA", "entry_points.txt"):
        yield f"{about}/{name}", (installed.read_text(name) or "").encode()
    yield f"{about}/WHEEL", _WHEEL.encode()


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    """Give the files of the product below a folder, and nothing that lies among them by chance."""
    for path in folder.rglob("*"):
        relative = path.relative_to(folder)
        is_hidden = any(part.startswith((".", "__pycache__")) for part in relative.parts)
        if not is_hidden and (path.suffix in _SUFFIXES or relative.parts[0] == _TO_COPY) and path.is_file():
            yield relative.as_posix(), path


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode()
