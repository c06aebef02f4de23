"""What text and Markdown say of a change in the same words, from its JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from topoviz.engine.changes.finding import Level
from topoviz.rendering.words import counted

Json = dict[str, Any]

UNRELATED: Final = (
    "These are two unrelated topologies: no topic and no store of one is in the other. Compare two versions of one "
    "application."
)
SAME: Final = "Both versions have the same topology: nothing is to be done."
_SAME_AS_FAR: Final = "Both versions have the same topology, as far as the texts say it."
_SAME_BUT_OPEN: Final = (
    "Both versions are one text: only what it leaves open may differ. Say what that is, or compare what `describe()` "
    "prints of both."
)
_CAUSES: Final = {
    "version": "brought by the version or setting alone",
    "edit": "brought by the edit",
}
_NODES: Final = ("source", "processor", "sink")
_MOST_PLACES: Final = 2


def level_of(document: Json) -> Level:
    """Give the worst level that may be."""
    return level_named(document["verdict"]["worst"])


def level_named(name: str) -> Level:
    """Give the level of a name in JSON."""
    return Level[name.upper().replace("-", "_")]


def name_of_level(level: Level) -> str:
    """Name a level as JSON does."""
    return level.name.lower().replace("_", "-")


def in_one_sentence(document: Json) -> str | None:
    """Say in a sentence what needs no list; None where something changes."""
    if document["relation"] == "unrelated":
        return UNRELATED
    if document["relation"] == "same":
        if document["verdict"]["level"] == "cannot-tell":
            return _SAME_BUT_OPEN
        return _SAME_AS_FAR if document["rests_on"] else SAME
    return None


def setting_words(document: Json) -> str:
    """Say which versions, settings and ways of running the verdict is for; what stays is said once."""
    old, new, deployment = document["old"], document["new"], document["deployment"]
    parts = [f"Kafka Streams {_from_to(old['kafka_version'], new['kafka_version'])}"]
    if old["optimization"] != new["optimization"] and None not in (old["optimization"], new["optimization"]):
        parts.append(f"topology.optimization {old['optimization']} → {new['optimization']}")
    parts.append(_from_to(deployment["guarantee_before"] or deployment["guarantee"], deployment["guarantee"]))
    protocol = _from_to(deployment["protocol_before"] or deployment["protocol"], deployment["protocol"])
    parts.append(f"a {protocol} group")
    if deployment["application_id"]:
        parts.append(f"application id {deployment['application_id']}")
    return ", ".join(parts)


def state_words(document: Json) -> list[str]:
    """Say what restoring takes, as far as sizes of stores are known; nothing of answers that were kept without."""
    state = document.get("state")
    return [] if state is None else list(state["sentences"])


def by_level(findings: Sequence[Json]) -> Iterator[tuple[Level, list[Json]]]:
    """Group findings by their level, the worst first."""
    for level in reversed(Level):
        if found := [one for one in findings if level_named(one["level"]) is level]:
            yield level, found


def by_kind(findings: Sequence[Json]) -> Iterator[list[Json]]:
    """Group findings of one kind, which differ in names only; what is not certain stands apart."""
    found: dict[tuple[str, bool], list[Json]] = {}
    for one in findings:
        found.setdefault((one["code"], one["is_unsure"]), []).append(one)
    yield from found.values()


def what_changes(finding: Json) -> str:
    """Say what a finding is about, and whether it is certain."""
    return f"Not certain: {finding['sentence']}" if finding["is_unsure"] else str(finding["sentence"])


def cause_words(finding: Json) -> str:
    """Say what brings a finding, where that is known."""
    return _CAUSES.get(finding["by"], "")


def places(document: Json) -> Mapping[tuple[str, str], str]:
    """Give where the old and the new program make what has a name."""
    found: dict[tuple[str, str], str] = {}
    for one in document["things"]:
        for side in ("old", "new"):
            if one[side] is not None and (at := one[f"{side}_at"]) is not None:
                found.setdefault((side, one[side]), place_words(at))
    return found


def places_of(finding: Json, found: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Say where a finding comes from, in the new program first."""
    for side in ("new", "old"):
        at = dict.fromkeys(found[side, name] for name in finding[side] if (side, name) in found)
        if at:
            more = f" and {len(at) - _MOST_PLACES} more" if len(at) > _MOST_PLACES else ""
            yield f"{side} {', '.join(list(at)[:_MOST_PLACES])}{more}"


def place_words(at: Json) -> str:
    """Say a place as compilers do."""
    return f"{at['file']}:{at['line']}:{at['column']}"


def names_said(document: Json) -> list[tuple[str, str]]:
    """Say which names to give, each after the place of the call, which is empty where it is not known; each once."""
    names = (one for one in document["migration"]["names"] if one["code"] is not None)
    return list(dict.fromkeys(("" if one["at"] is None else place_words(one["at"]), one["code"]) for one in names))


def rests_on(document: Json) -> list[str]:
    """Say what is not known, each once."""
    found = [sentence for one in (document["old"], document["new"]) for sentence in _of_dump(one, document)]
    found += document["rests_on"]
    said = dict.fromkeys(what for one in document["findings"] for what in one["rests_on"])
    if said:
        found.append(f"What is marked as not certain rests on: {'; '.join(said)}.")
    if document["deployment"]["application_id"] is None:
        found.append("The application id is not known: internal topics are named without it.")
    if document["tasks"] is None and document["findings"]:
        found.append("Partition counts are not known: tasks, and topics that need equal counts, are not compared.")
    return found


def unchanged(document: Json) -> str:
    """Say in numbers what stays, and how much of it has another number only."""
    kept, renumbered = [one for one in document["things"] if one["fate"] == "kept"], 0
    for one in document["things"]:
        renumbered += one["fate"] == "renamed" and one["sort"] in _NODES
    nodes = sum(one["sort"] in _NODES for one in kept) + renumbered
    stores = sum(one["sort"].endswith("store") for one in kept)
    topics = sum(one["sort"].endswith("topic") for one in kept)
    numbers = ((nodes, "node"), (stores, "store"), (topics, "topic"))
    said = ", ".join(counted(number, what) for number, what in numbers if number) or "nothing"
    names = f"; {counted(renumbered, 'node')} with another name" if renumbered else ""
    return f"What stays: {said}{names}."


def _of_dump(side: Json, document: Json) -> Iterator[str]:
    if side["is_dump"] and not document["rests_on"]:
        which = "old" if side is document["old"] else "new"
        yield f"Of the {which} version there is what `describe()` prints, which has names and nothing else."


def _from_to(before: str, now: str) -> str:
    return now if before == now else f"{before} → {now}"
