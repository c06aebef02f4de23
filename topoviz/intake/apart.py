"""Archives read in a process of their own, which is limited and killed: whatever they hold, it happens there."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import IO, Final

from topoviz.child import Allowance, Ending, own_script, run_child
from topoviz.engine.source import SourceFile
from topoviz.intake.archive_child import OUT_OF_MEMORY
from topoviz.intake.choice import Taken
from topoviz.intake.reading import BadArchive, TooMuch
from topoviz.intake.room import Room

SCRIPT: Final = Path(__file__).with_name("archive_child.py")
SECONDS: Final = 20
MEMORY: Final = 512 * 2**20
_LONGEST_LETTER: Final = 6
"""Bytes that JSON may need for one of the text."""


def read_archive_apart(source: IO[bytes], called: str, room: Room, seconds: int = SECONDS) -> Taken:
    """Read the programs in an archive on disk, by `called` in what is said of it.

    Raises TooMuch for one that holds too many or takes too much to read, and BadArchive for one that cannot be read.
    """
    source.seek(0)
    output = _LONGEST_LETTER * room.all_bytes + 2**20
    allowance = Allowance(wall_seconds=2 * seconds, cpu_seconds=seconds, memory=MEMORY, output=output)
    answer = run_child((*own_script(str(SCRIPT)), called, json.dumps(asdict(room))), source, allowance)
    if answer.ending is Ending.TOOK_TOO_LONG or answer.code == OUT_OF_MEMORY:
        raise TooMuch(f"{called} takes more time or memory to read than it may.")
    if answer.ending is not Ending.DONE:
        raise BadArchive(f"{called} cannot be read as an archive.")
    read = json.loads(answer.data)
    if "too_much" in read:
        raise TooMuch(read["too_much"])
    if "bad" in read:
        raise BadArchive(read["bad"])
    return Taken(tuple(SourceFile(name, text) for name, text in read["files"]), tuple(read["notes"]))
