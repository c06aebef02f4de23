"""The dumps of a submission's files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.syntax.describe_text.reading import ReadDump, may_hold_dumps, read_dumps


@dataclass(frozen=True)
class DumpFile:
    """A file, and the dumps in it. Reading much text takes seconds, so everybody who asks gets what was read once."""

    file: SourceFile
    file_id: int

    @cached_property
    def read(self) -> tuple[tuple[ReadDump, ...], tuple[Diagnostic, ...]]:
        """Its dumps, and what is to be told about them."""
        return read_dumps(self.file, self.file_id)

    @property
    def read_if_likely(self) -> tuple[tuple[ReadDump, ...], tuple[Diagnostic, ...]]:
        """The same, or nothing at all for a text that shows at a glance that it holds no dump."""
        return self.read if may_hold_dumps(self.file.text) else ((), ())


def dump_files(bundle: Bundle) -> tuple[DumpFile, ...]:
    """Give every file of a bundle, none of which is read yet."""
    return tuple(DumpFile(file, file_id) for file_id, file in enumerate(bundle.files))
