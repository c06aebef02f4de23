"""The text of Topology#describe(), as Kafka Streams prints it and as people paste it, as a description."""

from topoviz.engine.syntax.describe_text.files import DumpFile, dump_files
from topoviz.engine.syntax.describe_text.findings import MOST_OF_ONE_CODE, SAY_THAT_PARTS_ARE_MISSING
from topoviz.engine.syntax.describe_text.reading import ReadDump, blank_dumps, read_dumps

__all__ = [
    "MOST_OF_ONE_CODE", "SAY_THAT_PARTS_ARE_MISSING", "DumpFile", "ReadDump", "blank_dumps", "dump_files", "read_dumps",
]  # fmt: skip
