"""Which lines events print: their holes are filled by names that are there, and a real application prints them too."""

from pathlib import Path

import pytest

from tests.engine.simulation.playing import ORDERS, live, plan_of, record, with_group
from topoviz.engine.log_lines.explaining import explain_log
from topoviz.engine.log_lines.table import all_lines
from topoviz.engine.log_lines.template import Hole
from topoviz.engine.log_lines.told.model import BY, IN, OF
from topoviz.engine.log_lines.told.telling import TOLD, Teller, line_of
from topoviz.engine.scenarios.model import RestoreRate
from topoviz.engine.simulation.settings import (
    Clock,
    Guarantee,
    Kill,
    Punctuator,
    RuntimeSettings,
    SimulationSettings,
    Stop,
)
from topoviz.engine.versions import parse_version

LOGS = Path(__file__).parents[2] / "fixtures" / "log_lines"
SUB_TOPOLOGIES = {"orders": 0, "prices": 0}


def lived(version, *happenings, guarantee=Guarantee.AT_LEAST_ONCE):
    settings = SimulationSettings(
        RuntimeSettings(commit_ms=1_000, guarantee=guarantee, most_buffered=5, idle_ms=50),
        punctuators=(Punctuator("beat", 0, Clock.STREAM_TIME, 100),),
        happenings=happenings,
    )
    plan = plan_of(version, [ORDERS], settings, partitions=2)
    records = [record(n * 10, partition=n % 2) for n in range(300)]
    plan = with_group(plan, starts=True, records=2_000, rate=RestoreRate(10_000))
    return [one.to_fields() for one in live(plan, records).events]


@pytest.fixture(scope="module", params=sorted(one.stem for one in LOGS.glob("*.log")))
def story(request):
    """Give a version, and the events of an application that starts, is closed, and starts again."""
    return request.param, lived(request.param, Stop(5_000_000, "a", 60_000_000))


def test_values_have_the_names_of_holes():
    # One function fills what different versions and classes print; each name has to be a hole of one of them.
    filled = {}
    kills = lived("3.9.2", Kill(1_500_000, "a", 200_000), guarantee=Guarantee.BY_THREAD)
    for event in (*lived("2.5.1", Stop(2_000_000, "a", 1_000_000)), *kills):
        for told in TOLD.get(event["event"], ()):
            for values in told.values(event):
                filled.setdefault(told.values, set()).update(values.keys() - {OF, IN, BY})
    for values, names in filled.items():
        those = [told for several in TOLD.values() for told in several if told.values is values]
        holes = {
            piece.name
            for line in all_lines()
            for told in those
            if line.of.endswith(f".{told.of}") and line.text.startswith(told.begins)
            for piece in line.pieces
            if isinstance(piece, Hole)
        }
        assert names <= holes, [(told.of, told.begins) for told in those]
    assert len(filled) > 25


def test_what_is_printed_at_info_is_what_a_real_application_printed(story):
    version, events = story
    teller = Teller(parse_version(version), "app", SUB_TOPOLOGIES)
    real = (LOGS / f"{version}.log").read_text(encoding="utf-8")
    printed = {found.line for one in explain_log(real, teller.version).known for found in one.found}
    told = {
        line
        for event in events
        for one in TOLD.get(event["event"], ())
        if (line := line_of(one, teller.version)) is not None and line.level == "INFO" and list(one.values(event))
    }
    own = {line for line in told if line.of.startswith("org.apache.kafka.streams.")}
    assert {f"{line.of}: {line.text}" for line in own} - {f"{line.of}: {line.text}" for line in printed} == set()
    assert len(own) > 10


@pytest.mark.parametrize(
    ("version", "prefix"),
    [
        ("2.3.1", "task [0_0] Closing"),
        ("2.5.1", "stream-thread [app-a-StreamThread-1] task [0_0] Closing"),
        ("3.9.2", "stream-thread [app-a-StreamThread-1] stream-task [0_0] Created state store manager"),
        ("2.8.2", "stream-thread [app-a-StreamThread-1] task [0_0] Created state store manager"),
        ("3.9.2", "stream-thread [app-a-StreamThread-1] End offset for changelog log-0"),
        ("4.3.1", "state-updater [app-a-StateUpdater-1] End offset for changelog log-0"),
    ],
)
def test_prefixes_are_those_of_their_versions(version, prefix):
    teller = Teller(parse_version(version), "app", SUB_TOPOLOGIES)
    events = [
        {"at_ms": 0, "event": "task created", "thread": "a-1", "task": "0_0", "role": "active"},
        {"at_ms": 0, "event": "topology closed", "thread": "a-1", "task": "0_0", "nodes": ["in"], "forgotten": 0,
         "why": "closed"},
        {"at_ms": 0, "event": "restore began", "thread": "a-1", "task": "0_0", "role": "active",
         "missing": {"log-0": 3}},
    ]  # fmt: skip
    assert any(line.text.startswith(prefix) for event in events for line in teller.lines(event))
