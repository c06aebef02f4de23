"""Options that say how a text is read."""

from __future__ import annotations

import argparse


def add_settings(command: argparse.ArgumentParser) -> None:
    """Add them to a command that reads a program."""
    command.add_argument(
        "--kafka",
        metavar="VERSION",
        help="version of Kafka Streams (default: what a build file among the files says, else the newest that fits)",
    )
    command.add_argument(
        "--optimize",
        metavar="none|all|LIST",
        help="topology.optimization; LIST is separated by commas (default: what the program sets, else none)",
    )
    command.add_argument(
        "--language",
        default="auto",
        choices=("auto", "java", "kotlin", "scala", "describe"),
        help="what the files are written in (default: %(default)s)",
    )
    command.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="the value of something the text leaves open"
    )
    command.add_argument("--application-id", metavar="ID", help="application.id, which names the internal topics")
    command.add_argument("--verbose", action="store_true", help="print all that is not certain, however much it is")
