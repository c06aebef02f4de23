#!/usr/bin/env python3
"""Make the environment when it is missing or old, then start the product, run the tests or run a Django command."""

import sys

# Old Pythons get as far as these lines, so they are written for them, and say in words what is wrong.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("topoviz needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031
if sys.platform == "win32":
    sys.exit("topoviz runs on Linux and macOS. On Windows, use it inside WSL.")

from topoviz import bootstrap

if __name__ == "__main__":
    sys.exit(bootstrap.main(sys.argv[1:]))
