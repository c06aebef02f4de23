"""The text format of recordings: what the library said about one program, at every version that was asked.

A file has a title line, then a block for every distinct answer, headed by the versions that gave it; in it a section
for every optimization setting. A section or part that equals an earlier one only says so. Every line of content begins
with `|`, so that texts keep their blank lines and spaces to the byte. README.md shows an example.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tests.oracle.versions import version_triple

_TITLE = re.compile(r"# (?P<program>.+) · JDK (?P<jdk>\S+)")
_BLOCK = re.compile(r"= kafka-streams (?P<versions>\S+(?: \S+)*)")
_SECTION = re.compile(r"== optimize (?P<setting>[^\s:]+)(?:: (?P<note>.+))?")
_NO_GROUPS = "none"
_SEVERAL = re.compile(r"not determined by the program, result \d+ of \d+ seen")
_LAMBDA = re.compile(r"\$\$Lambda[$/][\w/.$]*(?:@[0-9a-f]+)?")
_IDENTITY_HASH = re.compile(r"(?<=[\w\])$;])@[0-9a-f]{1,8}\b")

Groups = tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The exception with which the library refused a program.

    `phase` is `dsl` (while the program's calls ran), `build` (in StreamsBuilder.build), `describe` or `start`
    (when the application id was given and the sub-topologies were built).
    """

    phase: str
    exception: str
    message: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """What the library holds after the build under one setting; absent parts are None.

    `plan` is None for a program of the Processor API alone and after a refusal in `dsl` or `build`.
    `node_groups`, `topics` and `copartition_groups` are numbered lists of lines. A line of `topics` is
    `source: t`, `repartition source: t`, `partitions: n t`, `sink: t` or `changelog: t`. `stores` are lines
    `store: changelog {settings}`, and recorded of pairs of programs alone.
    """

    plan: str | None = None
    describe: str | None = None
    node_groups: Groups | None = None
    topics: Groups | None = None
    copartition_groups: Groups | None = None
    stores: Groups | None = None
    refused: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """All answers about one program at one version.

    `results` maps each setting to the records seen: one, or several when the program does not determine its topology.
    `program` is the path below `programs/`, such as `java/seed_merge/self_merge.java`.
    """

    kafka_version: str
    jdk_version: str
    program: str
    results: Mapping[str, tuple[Record, ...]] = field(hash=False)


def mask_identities(text: str) -> str:
    """Hide what differs from run to run: identity hashes and the numbers of lambda classes.

    `Orders$$Lambda$14/0x0000000801043440@1b2c3` becomes `Orders$$Lambda@…`, and `Orders$1@4f2a` becomes `Orders$1@…`.
    """
    return _IDENTITY_HASH.sub("@…", _LAMBDA.sub("$$Lambda@…", text))


def read_recordings(text: str) -> dict[str, Recording]:
    """Parse the recordings of a program, by version. Raises ValueError at a line that the format does not know."""
    lines = text.split("\n")
    title = _match(_TITLE, lines[0])
    earlier: dict[str, tuple[Record, ...]] = {}
    found: dict[str, Recording] = {}
    for heading, body in _split(lines[1:], "= "):
        versions = _match(_BLOCK, heading)["versions"].split(" ")
        results = _read_block(body, earlier)
        earlier.update({_place(setting, versions[0]): records for setting, records in results.items()})
        found.update({version: Recording(version, title["jdk"], title["program"], results) for version in versions})
    return {version: found[version] for version in sorted(found, key=version_triple)}


def _read_block(lines: list[str], earlier: Mapping[str, tuple[Record, ...]]) -> dict[str, tuple[Record, ...]]:
    results: dict[str, tuple[Record, ...]] = {}
    for heading, body in _split(lines, "== "):
        section = _match(_SECTION, heading)
        setting, note = section["setting"], section["note"]
        known = {**earlier, **results}
        if note is not None and note.startswith("as "):
            results[setting] = known[note.removeprefix("as ")]
        elif note is None or _SEVERAL.fullmatch(note):
            results[setting] = (*results.get(setting, ()), _read_record(body, known))
        else:
            raise ValueError(f"Unknown note in a recording: {heading}")
    return results


def write_recordings(recordings: Iterable[Recording]) -> str:
    """The text of one program's recordings at several versions; `read_recordings` gives them back."""
    in_order = sorted(recordings, key=lambda one: version_triple(one.kafka_version))
    versions: dict[tuple[tuple[str, tuple[Record, ...]], ...], list[str]] = {}
    for one in in_order:
        versions.setdefault(tuple(one.results.items()), []).append(one.kafka_version)
    blocks = [f"# {in_order[-1].program} · JDK {in_order[-1].jdk_version}"]
    places = _Places()
    for results, having in versions.items():
        blocks.append(f"= kafka-streams {' '.join(having)}")
        blocks.extend(_block(dict(results), places))
        places = places.seen_from_outside(having[0])
    return "\n\n".join(blocks) + "\n"


@dataclass(slots=True)
class _Places:
    """Where each section and each part was written first, in the words of a later line."""

    of_sections: dict[tuple[Record, ...], str] = field(default_factory=dict)
    of_parts: dict[tuple[str, str], str] = field(default_factory=dict)

    def seen_from_outside(self, version: str) -> "_Places":
        """Give the same places behind the block of a version."""
        return _Places(
            {key: _place(place, version) for key, place in self.of_sections.items()},
            {key: _place(place, version) for key, place in self.of_parts.items()},
        )


def _place(place: str, version: str) -> str:
    return place if " at " in place else f"{place} at {version}"


def _block(results: Mapping[str, tuple[Record, ...]], places: _Places) -> Iterator[str]:
    for setting, records in results.items():
        if records in places.of_sections:
            yield f"== optimize {setting}: as {places.of_sections[records]}"
            continue
        places.of_sections[records] = setting
        yield from _sections(setting, records, places.of_parts)
        if len(records) == 1:
            for part in _parts(records[0]):
                places.of_parts.setdefault(part, setting)


def _sections(setting: str, records: tuple[Record, ...], places: Mapping[tuple[str, str], str]) -> Iterator[str]:
    for number, record in enumerate(records, start=1):
        several = f": not determined by the program, result {number} of {len(records)} seen"
        lines = [f"== optimize {setting}" + (several if len(records) > 1 else "")]
        for name, text in _parts(record):
            if earlier := places.get((name, text)):
                lines.append(f"-- {name}: as {earlier}")
            else:
                lines.append(f"-- {name}")
                lines.extend(_content_lines(text))
        yield "\n".join(lines)


def _parts(record: Record) -> Iterator[tuple[str, str]]:
    """The names and texts of the parts that a record has."""
    texts = {
        "plan": record.plan,
        "describe": record.describe,
        "node groups": _groups_text(record.node_groups),
        "topics": _groups_text(record.topics),
        "copartition groups": _groups_text(record.copartition_groups),
        "stores": _groups_text(record.stores),
        "refused": _refusal_text(record.refused),
    }
    for name, text in texts.items():
        if text is not None:
            yield name, text


def _groups_text(groups: Groups | None) -> str | None:
    if groups is None:
        return None
    if not groups:
        return _NO_GROUPS
    return "\n".join(line for number, names in groups for line in (str(number), *(f"    {name}" for name in names)))


def _refusal_text(refusal: Refusal | None) -> str | None:
    if refusal is None:
        return None
    lines = [f"phase: {refusal.phase}", f"exception: {refusal.exception}"]
    # Last, because a message may go on over several lines.
    if refusal.message is not None:
        lines.append(f"message: {refusal.message}")
    return "\n".join(lines)


def _content_lines(text: str) -> list[str]:
    return [f"| {line}" if line else "|" for line in text.split("\n")]


def _read_record(body: list[str], earlier: Mapping[str, tuple[Record, ...]]) -> Record:
    parts = dict(_read_part(heading, lines, earlier) for heading, lines in _split(body, "-- "))
    record = Record(
        plan=parts.pop("plan", None),
        describe=parts.pop("describe", None),
        node_groups=_read_groups(parts.pop("node groups", None)),
        topics=_read_groups(parts.pop("topics", None)),
        copartition_groups=_read_groups(parts.pop("copartition groups", None)),
        stores=_read_groups(parts.pop("stores", None)),
        refused=_read_refusal(parts.pop("refused", None)),
    )
    if parts:
        raise ValueError(f"Unknown parts of a recording: {', '.join(parts)}")
    return record


def _read_part(heading: str, lines: list[str], earlier: Mapping[str, tuple[Record, ...]]) -> tuple[str, str]:
    name, is_copy, setting = heading.removeprefix("-- ").partition(": as ")
    if is_copy:
        return name, dict(_parts(earlier[setting][0]))[name]
    for line in lines:
        if line != "|" and not line.startswith("| "):
            raise ValueError(f"A line of content in a recording must begin with '|': {line}")
    return name, "\n".join(line[2:] for line in lines)


def _split(lines: Iterable[str], mark: str) -> Iterator[tuple[str, list[str]]]:
    """Each heading that begins with the mark, with the lines under it; blank lines between parts are dropped."""
    heading: str | None = None
    body: list[str] = []
    for line in lines:
        if line.startswith(mark):
            if heading is not None:
                yield heading, body
            heading, body = line, []
        elif line:
            if heading is None:
                raise ValueError(f"A line of a recording outside any part: {line}")
            body.append(line)
    if heading is not None:
        yield heading, body


def _read_groups(text: str | None) -> Groups | None:
    if text is None:
        return None
    groups: list[tuple[int, list[str]]] = []
    for line in [] if text == _NO_GROUPS else text.split("\n"):
        if line.startswith("    "):
            groups[-1][1].append(line[4:])
        else:
            groups.append((int(line), []))
    return tuple((number, tuple(names)) for number, names in groups)


def _read_refusal(text: str | None) -> Refusal | None:
    if text is None:
        return None
    phase, exception, *message = text.split("\n", 2)
    return Refusal(
        phase.removeprefix("phase: "),
        exception.removeprefix("exception: "),
        message[0].removeprefix("message: ") if message else None,
    )


def _match(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    match = pattern.fullmatch(line)
    if match is None:
        raise ValueError(f"Not a line of a recording: {line}")
    return match
