"""Programs of a little shop, a repository that has them, and the command that checks them."""

import subprocess
from pathlib import Path

import pytest

from topoviz.cli import main
from topoviz.cli.commands import check as command

COUNTED = 'builder.stream("a").groupByKey().count().toStream().to("b");'
FILTERED = COUNTED.replace(".groupByKey", ".filter(p).groupByKey")
PEEKED = COUNTED.replace('.to("b")', '.peek(p).to("b")')
UNSURE = COUNTED.replace('"b"', "topic()")
REFUSED = COUNTED + 'builder.stream("a").to("c"); builder.table("a");'
DUMP = """Topologies:
   Sub-topology: 0
    Source: KSTREAM-SOURCE-0000000000 (topics: [a])
      --> KSTREAM-AGGREGATE-0000000002
    Processor: KSTREAM-AGGREGATE-0000000002 (stores: [KSTREAM-AGGREGATE-STATE-STORE-0000000001])
      --> KTABLE-TOSTREAM-0000000003
      <-- KSTREAM-SOURCE-0000000000
    Processor: KTABLE-TOSTREAM-0000000003 (stores: [])
      --> KSTREAM-SINK-0000000004
      <-- KSTREAM-AGGREGATE-0000000002
    Sink: KSTREAM-SINK-0000000004 (topic: b)
      <-- KTABLE-TOSTREAM-0000000003
"""


def program(text=COUNTED, name="Shop"):
    return f"class {name} {{ void build() {{\nStreamsBuilder builder = new StreamsBuilder();\n{text}\n}} }}\n"


def git(*arguments, folder="."):
    identity = ("-c", "user.name=Ann Other", "-c", "user.email=ann@example.org", "-c", "protocol.file.allow=always")
    finished = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return finished.stdout.strip()


@pytest.fixture
def check(tmp_path, capsys, monkeypatch):
    """Run the command in this process, without its fuse; gives the exit code, the output and what is said beside it."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments):
        code = command.checked(main._parser().parse_args(["check", "--kafka", "4.3", *arguments]))
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def repository(check):
    """A repository whose main branch has the program; gives the file, which may be changed."""
    file = Path("src/main/Shop.java")
    file.parent.mkdir(parents=True)
    file.write_text(program())
    git("init", "--initial-branch", "main")
    git("add", ".")
    git("commit", "-m", "one")
    return file
