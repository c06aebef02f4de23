"""`topoviz explain-log`: say what lines of a log of Kafka Streams mean, and which versions print them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from topoviz.cli.failure import failing
from topoviz.cli.messages import printable
from topoviz.cli.reading import read_text
from topoviz.engine.log_lines.explaining import explain_log
from topoviz.engine.versions import UnknownVersion, parse_version
from topoviz.rendering.log_lines.explained_json import explained_log_to_json
from topoviz.rendering.log_lines.explained_text import explained_log_to_text

NOTHING_KNOWN = 3
"""The exit code where no line is known."""


class BadTrace(ValueError):
    """A file is not what `simulate --trace` writes; the message is a sentence for the user."""


def run(options: Namespace) -> int:
    """Print what is known of the lines of a file, or of those that are given as arguments."""
    with failing(UnknownVersion):
        version = None if options.kafka is None else parse_version(options.kafka)
    text = "\n".join(options.line) if options.line else read_text(options.log)
    explained = explain_log(text, version)
    if options.trace is None:
        document = explained_log_to_json(explained, version=version)
    else:
        with failing(BadTrace):
            document = explained_log_to_json(explained, _events(options.trace), version)
    if options.format == "json":
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    else:
        sys.stdout.write(printable(explained_log_to_text(document)))
    return 0 if document["lines"] else NOTHING_KNOWN


def _events(name: str) -> Iterator[dict[str, Any]]:
    try:
        with Path(name).open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                event = json.loads(line)
                if not isinstance(event, dict) or not {"at_ms", "event", "thread"} <= event.keys():
                    raise BadTrace(f"Line {number} of {name} is no event that simulate --trace writes.")
                yield {"number": number - 1, **event}
    except OSError as error:
        raise BadTrace(f"{name} cannot be read: {error.strerror or error}.") from error
    except (json.JSONDecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadTrace(f"{name} is not what simulate --trace writes: {error}.") from error
