"""Small programs that read topics `s`, `r`, `t` and `u` and write `out`; the same text for Java and for the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.versions import parse_version

_STREAM: Final = 'KStream<String, String> {0} = b.stream("{0}");'
_TABLE: Final = 'KTable<String, String> {0} = b.table("{0}");'
_OUT: Final = '.toStream().to("out");'
_COUNTS_OUT: Final = '.toStream().mapValues(v -> v == null ? null : "" + v).to("out");'
_WINDOWS_OUT: Final = (
    '.toStream((k, v) -> k.key() + "@" + k.window().start() + "/" + k.window().end())'
    '.mapValues(v -> v == null ? null : "" + v).to("out");'
)
_S, _R, _T, _U = _STREAM.format("s"), _STREAM.format("r"), _TABLE.format("t"), _TABLE.format("u")
_OLD_WINDOWS: Final = "JoinWindows.of(Duration.ofMillis(50))"
_NEW_WINDOWS: Final = "JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(50), Duration.ofMillis(30))"
_UNEVEN: Final = f"{_NEW_WINDOWS}.before(Duration.ofMillis(10)).after(Duration.ofMillis(80))"
_TUMBLING: Final = "TimeWindows.of(Duration.ofMillis(100)).grace(Duration.ofMillis({}))"
_NEW_TUMBLING: Final = "TimeWindows.ofSizeAndGrace(Duration.ofMillis(100), Duration.ofMillis({}))"


_GROUPED: Final = "Grouped.with(Serdes.String(), Serdes.String())"


@dataclass(frozen=True, slots=True)
class Program:
    """A body that uses a builder `b`, the topics that it reads, and the versions that it compiles with."""

    body: str
    topics: str
    since: str = "2.5.0"
    until: str | None = None
    new_keys: tuple[str, ...] = ()
    """Nodes whose new key is the value."""

    def fits(self, version: str) -> bool:
        """Tell whether a version compiles it."""
        is_early = self.until is None or parse_version(version) < parse_version(self.until)
        return is_early and parse_version(self.since) <= parse_version(version)


def _join(method: str, windows: str) -> str:
    return f'{_S} {_R} s.{method}(r, (x, y) -> x + y, {windows}).to("out");'


def _windows(windows: str, after: str = "", materialized: str = "") -> str:
    return f"{_S} s.groupByKey({_GROUPED}).windowedBy({windows}).count({materialized}){after}{_WINDOWS_OUT}"


_CLOSE: Final = ".suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()))"

PROGRAMS: Final = {
    "stream_table": Program(f"{_S} {_T} s.join(t, (x, y) -> x + y).to(\"out\");", "st"),
    "stream_table_left": Program(f"{_S} {_T} s.leftJoin(t, (x, y) -> x + y).to(\"out\");", "st"),
    "stream_step": Program(f"{_S} {_T} s.join(t.mapValues(v -> v + 1), (x, y) -> x + y).to(\"out\");", "st"),
    "stream_joined": Program(
        f"{_S} {_T} {_U} s.join(t.join(u, (x, y) -> x + y), (x, y) -> x + y).to(\"out\");", "stu"
    ),
    "stream_left_joined": Program(
        f"{_S} {_T} {_U} s.join(t.leftJoin(u, (x, y) -> x + y), (x, y) -> x + y).to(\"out\");", "stu"
    ),
    "stream_counts": Program(f"{_S} {_R} s.join(r.groupByKey().count(), (x, y) -> x + y).to(\"out\");", "sr"),
    "table": Program(f"{_T} t{_OUT}", "t"),
    "table_stored": Program(
        "KTable<String, String> t = b.table(\"t\", Materialized.as(\"T\")); t.toStream().to(\"out\");", "t"
    ),
    "table_step_stored": Program(f"{_T} t.mapValues(v -> v, Materialized.as(\"M\")){_OUT}", "t"),
    "to_table": Program(f"{_S} s.toTable(Materialized.as(\"T\")){_OUT}", "s"),
    "tables": Program(f"{_T} {_U} t.join(u, (x, y) -> x + y){_OUT}", "tu"),
    "tables_left": Program(f"{_T} {_U} t.leftJoin(u, (x, y) -> x + y){_OUT}", "tu"),
    "tables_outer": Program(f"{_T} {_U} t.outerJoin(u, (x, y) -> x + y){_OUT}", "tu"),
    "tables_stored": Program(f"{_T} {_U} t.leftJoin(u, (x, y) -> x + y, Materialized.as(\"J\")){_OUT}", "tu"),
    "tables_filtered": Program(
        f"{_T} {_U} t.filter((k, v) -> true).leftJoin(u.filter((k, v) -> true), (x, y) -> x + y){_OUT}", "tu"
    ),
    "counted": Program(f"{_S} s.groupByKey().count(){_COUNTS_OUT}", "s"),
    "counted_uncached": Program(
        f"{_S} s.groupByKey().count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(\"c\")"
        f".withCachingDisabled()){_COUNTS_OUT}",
        "s",
    ),
    "reduced": Program(f"{_S} s.groupByKey().reduce((x, y) -> x + y){_OUT}", "s"),
    "regrouped": Program(
        f"{_S} s.selectKey((k, v) -> v).groupByKey().count(){_COUNTS_OUT}", "s",
        new_keys=("KSTREAM-KEY-SELECT-0000000001",),
    ),
    "cogrouped": Program(
        f"{_S} {_R} s.groupByKey().cogroup((String k, String v, String a) -> a + v)"
        f".cogroup(r.groupByKey(), (k, v, a) -> a + v).aggregate(() -> \"\"){_OUT}",
        "sr",
    ),
    "table_counted": Program(
        f"{_T} t.groupBy((k, v) -> KeyValue.pair(v, v)).count(){_COUNTS_OUT}", "t",
        new_keys=("KTABLE-SELECT-0000000003",),
    ),
    "table_filtered_counted": Program(
        f"{_T} t.filter((k, v) -> true).groupBy((k, v) -> KeyValue.pair(k, v)).count(){_COUNTS_OUT}", "t"
    ),
    "table_reduced": Program(
        f"{_T} t.groupBy((k, v) -> KeyValue.pair(k, v)).reduce((x, y) -> x + y, (x, y) -> x + y){_OUT}", "t"
    ),
    "windowed": Program(_windows(_TUMBLING.format(0)), "s", until="4.0.0"),
    "windowed_grace": Program(_windows(_NEW_TUMBLING.format(60)), "s", "3.0.0"),
    "hopping": Program(_windows(f"{_TUMBLING.format(20)}.advanceBy(Duration.ofMillis(30))"), "s", until="4.0.0"),
    "hopping_grace": Program(
        _windows(f"{_NEW_TUMBLING.format(20)}.advanceBy(Duration.ofMillis(30))"), "s", "3.0.0"
    ),
    "closing": Program(_windows(_TUMBLING.format(30), _CLOSE), "s", until="4.0.0"),
    "closing_new": Program(_windows(_NEW_TUMBLING.format(30), _CLOSE), "s", "3.0.0"),
    "limited": Program(
        f"{_S} s.groupByKey({_GROUPED}).count().suppress(Suppressed.untilTimeLimit(Duration.ofMillis(80), "
        f"Suppressed.BufferConfig.unbounded())){_COUNTS_OUT}",
        "s",
    ),
    "limited_table": Program(
        "KTable<String, String> t = b.table(\"t\", Consumed.with(Serdes.String(), Serdes.String()));"
        " t.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(80), Suppressed.BufferConfig.maxRecords(2L)"
        f".emitEarlyWhenFull())){_OUT}",
        "t",
    ),
    "sessions": Program(
        _windows("SessionWindows.with(Duration.ofMillis(40)).grace(Duration.ofMillis(50))"), "s", until="4.0.0"
    ),
    "sessions_new": Program(
        _windows("SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(40), Duration.ofMillis(50))"), "s", "3.0.0"
    ),
    "sessions_closing": Program(
        _windows("SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(40), Duration.ofMillis(10))", _CLOSE), "s",
        "3.0.0",
    ),
    "on_close": Program(
        f"{_S} s.groupByKey().windowedBy({_NEW_TUMBLING.format(20)}).emitStrategy(EmitStrategy.onWindowClose())"
        f".count(){_WINDOWS_OUT}",
        "s", "3.3.0",
    ),
    "on_close_hopping": Program(
        f"{_S} s.groupByKey().windowedBy({_NEW_TUMBLING.format(0)}.advanceBy(Duration.ofMillis(40)))"
        f".emitStrategy(EmitStrategy.onWindowClose()).count(){_WINDOWS_OUT}",
        "s", "3.3.0",
    ),
    "streams": Program(_join("join", _OLD_WINDOWS), "sr", until="4.0.0"),
    "streams_left": Program(_join("leftJoin", _OLD_WINDOWS), "sr", until="4.0.0"),
    "streams_outer": Program(
        _join("outerJoin", f"{_OLD_WINDOWS}.grace(Duration.ofMillis(20))"), "sr", until="4.0.0"
    ),
    "streams_new": Program(_join("join", _NEW_WINDOWS), "sr", "3.0.0"),
    "streams_new_left": Program(_join("leftJoin", _NEW_WINDOWS), "sr", "3.0.0"),
    "streams_new_outer": Program(_join("outerJoin", _NEW_WINDOWS), "sr", "3.0.0"),
    "streams_uneven_left": Program(_join("leftJoin", _UNEVEN), "sr", "3.0.0"),
    "streams_uneven_outer": Program(_join("outerJoin", _UNEVEN), "sr", "3.0.0"),
}  # fmt: skip


def programs_of(version: str) -> list[str]:
    """List the programs that a version compiles."""
    return [name for name, program in PROGRAMS.items() if program.fits(version)]


def java_of(version: str) -> str:
    """Write the class with all programs of a version."""
    methods = "\n".join(
        f"    public static void {name}(final StreamsBuilder b) {{ {PROGRAMS[name].body} }}"
        for name in programs_of(version)
    )
    imports = "\n".join(
        f"import {one};"
        for one in (
            "java.time.Duration", "org.apache.kafka.common.serialization.Serdes", "org.apache.kafka.common.utils.Bytes",
            "org.apache.kafka.streams.kstream.*",
            "org.apache.kafka.streams.state.*",
        )
    )  # fmt: skip
    return f"package org.apache.kafka.streams;\n\n{imports}\n\npublic final class Programs {{\n{methods}\n}}\n"


def text_of(name: str) -> str:
    """Write a program as the engine reads it."""
    return (
        "class App { static void main(String[] args) { StreamsBuilder b = new StreamsBuilder(); "
        f"{PROGRAMS[name].body} Topology topology = b.build(); }} }}"
    )
