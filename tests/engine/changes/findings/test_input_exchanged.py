"""A store goes on with its rows, and is told of only where other topics fill it than before."""

import pytest

from tests.engine.analyzing import analysis_of_files
from tests.engine.changes.test_compare import change
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.side import Side

SOURCES = """Topologies:
   Sub-topology: 0
    Source: read-a (topics: [a])
      --> join-a
    Source: read-b (topics: [b])
      --> {b}
    Source: read-t (topics: [t])
      --> fill
"""
FILL = """    Processor: fill (stores: [s])
      --> none
      <-- read-t
    Processor: join-a (stores: [s])
      --> out
      <-- read-a
"""
OLD = f"{SOURCES.format(b='out')}{FILL}    Sink: out (topic: o)\n      <-- join-a, read-b\n\n"
NEW = (
    f"{SOURCES.format(b='join-b')}    Processor: join-b (stores: [s])\n      --> out\n      <-- read-b\n"
    f"{FILL}    Sink: out (topic: o)\n      <-- join-a, join-b\n\n"
)


def dump(text: str) -> Side:
    analysis = analysis_of_files({"shop.txt": text})
    return Side(analysis.topologies[0], analysis.behaviours, analysis.submission.bundle)


def test_another_operator_that_looks_things_up_in_a_store_does_not_fill_it() -> None:
    """A dump prints what reads a store before what fills it, and names do not say which is which."""
    found = compare(dump(OLD), dump(NEW), Deployment())

    assert not any(one.code == "state-taken-over" for one in found.findings)


@pytest.mark.parametrize("now", ["a", "t"])
def test_a_store_that_another_topic_fills_goes_on_with_foreign_rows(now: str) -> None:
    text = 'builder.stream("a").groupByKey().count(Materialized.as("s")); builder.stream("t").to("o");'
    exchanged = text.replace('"a"', '"x"').replace('"t"', '"a"').replace('"x"', f'"{now}"')

    codes = {one.code for one in change(text, exchanged).findings}

    assert ("state-taken-over" in codes) == (now == "t")
