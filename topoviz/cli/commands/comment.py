"""`topoviz comment`: the summary of a check as the one comment of a pull request."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from topoviz.cli.checking.forges.sticky import mark_of, put_comment
from topoviz.cli.checking.plain_output import plain_output
from topoviz.cli.failure import Failure
from topoviz.cli.messages import printable
from topoviz.cli.reading import read_text


def run(options: Namespace) -> int:
    """Write the comment, and say what was done. What a forge does not do fails no build: the check has its own code."""
    text = read_text(options.file)
    mark_of(options.name)
    try:
        said = put_comment(text, options.name, os.environ)
    except Failure as failure:
        said = f"There is no comment: {failure}"
    with plain_output():
        sys.stdout.write(f"{printable(said)}\n")
    return 0
