"""What is said of a link in a line: on its badge, in previews of other sites, and above its embedded picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q

from topoviz.rendering.badge import Part, Tone
from topoviz.rendering.lettering import visible
from topoviz.rendering.words import counted
from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.revision_tasks import number_of_tasks
from topoviz.web.documents.shared import title_of
from topoviz.web.projects.models import Verdict
from topoviz.web.sharing.selectors import Shown

Json = dict[str, Any]

SUB_TOPOLOGIES, TASKS, VERDICT = "sub-topologies", "tasks", "verdict"
FACTS: Final = (SUB_TOPOLOGIES, TASKS, VERDICT)
"""What a badge can show, by the names that its address takes."""

_VERDICTS: Final[Mapping[str, Part]] = {
    Verdict.WILL_NOT_START: Part("will not start", Tone.BAD),
    Verdict.STATE_LOSS: Part("state is lost", Tone.BAD),
    Verdict.STOP_ALL: Part("stop all, then start", Tone.WARN),
    Verdict.NOTE: Part("compatible, with a note", Tone.GOOD),
    Verdict.COMPATIBLE: Part("compatible", Tone.GOOD),
    Verdict.CANNOT_TELL: Part("cannot tell", Tone.WARN),
    Verdict.SAME: Part("the same program", Tone.GOOD),
    Verdict.FIRST: Part("first revision"),
    Verdict.NOT_COMPARED: Part("not compared", Tone.WARN),
    Verdict.FAILED: Part("not read", Tone.BAD),
}
"""Verdicts of revisions and comparisons, short enough for a badge."""

_FINE: Final = "fine"
_UNCLEAR: Final = ("not-known", "past-peak")
"""Findings about lag that are no trouble by themselves."""


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """A title, a label for a badge, what is known by name, and a sentence for those who want one."""

    title: str
    label: str
    parts: Mapping[str, Part]
    sentence: str
    has_picture: bool


def facts_of(shown: Shown) -> LinkFacts:
    """Say what is known of what a link shows."""
    result: Json = json.loads(shown.analysis.result or '{"topologies": []}')
    drawn = [one for one in result["topologies"] if one["topology"] is not None]
    parts: dict[str, Part] = {}
    if drawn:
        number = sum(len(one["topology"]["sub_topologies"]) for one in drawn)
        parts[SUB_TOPOLOGIES] = Part(counted(number, "sub-topology"))
    tasks = _tasks(shown)
    if tasks is not None:
        parts[TASKS] = Part(counted(tasks, "task"))
    verdict = _verdict(shown, result)
    if verdict is not None:
        parts[VERDICT] = verdict
    has_picture = bool(drawn) or any(one["plan"] is not None for one in result["topologies"])
    # They stand among words of other sites, which a mark of direction would reach.
    title, sentence = visible(_title(shown)), visible(_sentence(shown, parts, result))
    return LinkFacts(title, _label(shown), parts, sentence, has_picture)


def _title(shown: Shown) -> str:
    """Name what a link shows where no picture stands beside: a comparison and a report by what they are, too."""
    title = title_of(shown)
    if shown.revision is not None:
        return title
    if shown.lag_report is not None:
        return f"Consumer lag of {title}"
    if shown.calculation is not None and shown.calculation.name:
        return shown.calculation.name
    return f"What changes in {title}" if _is_comparison(shown.calculation) else title


def _label(shown: Shown) -> str:
    if shown.revision is not None:
        return shown.revision.project.name
    if shown.lag_report is not None:
        return "lag"
    return "change" if _is_comparison(shown.calculation) else "topology"


def _verdict(shown: Shown, result: Json) -> Part | None:
    if shown.lag_report is not None:
        return _worst_finding(json.loads(shown.lag_report.result or "{}"))
    if shown.revision is not None:
        return _VERDICTS.get(shown.revision.verdict, Part("being compared"))
    if shown.calculation is not None and _is_comparison(shown.calculation):
        found = json.loads(shown.calculation.result or "{}")
        if found["relation"] == "unrelated":
            return Part("two unrelated topologies", Tone.WARN)
        return _VERDICTS[found["verdict"]["level"]]
    if not result["topologies"]:
        return Part("no topology", Tone.WARN)
    return Part("refused", Tone.BAD) if any(one["refusal"] for one in result["topologies"]) else None


def _worst_finding(report: Json) -> Part | None:
    """Give the first finding, which explains most."""
    found = next(iter(report.get("findings", ())), None)
    if found is None:
        return None
    tone = Tone.GOOD if found["kind"] == _FINE else Tone.WARN if found["kind"] in _UNCLEAR else Tone.BAD
    return Part(found["kind"].replace("-", " "), tone)


def _tasks(shown: Shown) -> int | None:
    """Count the tasks where the partitions are known: by the link itself, or the last assignment that has a name."""
    if shown.calculation is not None and _is_comparison(shown.calculation):
        compared = json.loads(shown.calculation.result or "{}").get("tasks")
        if compared is not None:
            now: int | None = compared["now"]
            return now
    assignment = None if _is_comparison(shown.calculation) else shown.calculation
    if assignment is None:
        asked = Calculation.objects.filter(~Q(name=""), analysis=shown.analysis, kind="assignment")
        assignment = asked.exclude(result=None).order_by("-created", "-id").first()
    found = {} if assignment is None else json.loads(assignment.result or "{}").get("tasks") or {}
    return number_of_tasks(found) or None


def _sentence(shown: Shown, parts: Mapping[str, Part], result: Json) -> str:
    """Say it for a preview: how it stands, what it has, and for which version."""
    said = []
    if shown.lag_report is not None:
        report = json.loads(shown.lag_report.result or "{}")
        said += [one["sentence"].replace("`", "") for one in report.get("findings", ())[:1]]
    elif shown.revision is not None and shown.revision.said:
        said.append(shown.revision.said.replace("`", ""))
    elif VERDICT in parts:
        said.append(f"{parts[VERDICT].words[0].upper()}{parts[VERDICT].words[1:]}.")
    counts = [parts[name].words for name in (SUB_TOPOLOGIES, TASKS) if name in parts]
    if counts:
        said.append(f"{', '.join(counts)}.")
    if "kafka_version" in result:
        said.append(f"Kafka Streams {result['kafka_version']}.")
    return " ".join(said)


def _is_comparison(calculation: Calculation | None) -> bool:
    return calculation is not None and calculation.old_analysis_id is not None
