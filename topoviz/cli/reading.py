"""Reading the files and settings that a command is given."""

from __future__ import annotations

import codecs
import sys
from argparse import Namespace
from pathlib import Path

from topoviz.cli.failure import Failure
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.versions import UnknownVersion, parse_version

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def read_submission(options: Namespace) -> Submission:
    """Read the files named on the command line; raises Failure with a sentence for the user."""
    try:
        version = None if options.kafka is None else parse_version(options.kafka)
    except UnknownVersion as error:
        raise Failure(str(error)) from error
    files = tuple(SourceFile("<stdin>" if name == "-" else name, read_text(name)) for name in options.files)
    settings = Settings(
        kafka_version=version,
        optimize=options.optimize,
        language=None if options.language == "auto" else Language(options.language),
        set_values=dict(_read_assignment(text) for text in options.set),
        application_id=options.application_id,
    )
    return Submission(Bundle(files), settings)


def read_text(name: str) -> str:
    """Read a file, or standard input for `-`, as text; raises Failure when that is not possible."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Failure(f"{name} cannot be read: {error.strerror or error}.") from error
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Failure(f"{name} is not text in UTF-8: byte {error.start} is {data[error.start]:#04x}.") from error


def _read_assignment(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator or not key.strip():
        raise Failure(f"--set {text}: write KEY=VALUE, such as --set orders.topic=orders.")
    return key.strip(), value
