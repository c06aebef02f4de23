"""Guess what a pasted text is written in."""

from __future__ import annotations

import re

from topoviz.engine.source import Bundle
from topoviz.engine.submission import Language

_DUMP = re.compile(r"^\s*(Topologies:|Sub-topology:|(Source|Processor|Sink):\s+\S+\s+\()", re.MULTILINE)
_CODE = re.compile(r"\bnew\s+\w+\s*[<(]|->\s*[\w({]+.*;|\bimport\s+[\w.]+\s*;|\.\w+\(.*\)\s*;", re.MULTILINE)


def detect_language(bundle: Bundle) -> Language:
    """Take a text for a dump when it has the lines of one and none that only code has."""
    text = "\n".join(file.text for file in bundle.files)
    is_dump = _DUMP.search(text) is not None and _CODE.search(text) is None
    return Language.DESCRIBE if is_dump else Language.JAVA
