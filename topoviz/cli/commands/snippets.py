"""`topoviz snippets`: files for builds, ready to copy."""

from __future__ import annotations

import sys
from argparse import Namespace

from topoviz.cli.failure import Failure
from topoviz.snippets import SNIPPETS, snippet_named


def run(options: Namespace) -> int:
    """List them, or print one."""
    if options.name is None:
        width = max(len(one.name) for one in SNIPPETS)
        sys.stdout.write("".join(f"{one.name:{width}}  {one.goes_to}\n" for one in SNIPPETS))
        return 0
    found = snippet_named(options.name)
    if found is None:
        names = ", ".join(one.name for one in SNIPPETS)
        raise Failure(f"There is no snippet called {options.name}. There are: {names}.")
    sys.stdout.write(found.with_server(options.server) if options.server else found.text)
    return 0
