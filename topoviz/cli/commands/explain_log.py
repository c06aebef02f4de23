"""`topoviz explain-log`: say what lines of a log of Kafka Streams mean, and which versions print them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from topoviz.cli.failure import failing
from topoviz.cli.messages import printable
from topoviz.cli.reading import read_text
from topoviz.engine.log_lines.explaining import explain_log
from topoviz.engine.versions import UnknownVersion, parse_version
from topoviz.rendering.log_lines.explained_json import explained_log_to_json
from topoviz.rendering.log_lines.explained_text import explained_log_to_text

NOTHING_KNOWN = 3
"""The exit code where no line is known."""


def run(options: Namespace) -> int:
    """Print what is known of the lines of a file, or of those that are given as arguments."""
    with failing(UnknownVersion):
        version = None if options.kafka is None else parse_version(options.kafka)
    text = "\n".join(options.line) if options.line else read_text(options.log)
    document = explained_log_to_json(explain_log(text, version))
    if options.format == "json":
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    else:
        sys.stdout.write(printable(explained_log_to_text(document)))
    return 0 if document["lines"] else NOTHING_KNOWN
