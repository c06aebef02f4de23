"""The titled cases of explanations, and what is said of each.

A case is Java or a dump, a line `----`, and one section of the explanation as text. `# version:` and `# optimize:` may
follow the title. `python -m tests.engine.explanations.cases` writes what is now said into the files; the diff is what
gets reviewed.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from tests.engine.analyzing import NEW, analysis_of
from topoviz.engine.analysis import analyze
from topoviz.engine.explanations.explain import explain
from topoviz.engine.explanations.explanation import Explanation
from topoviz.engine.explanations.sections import SECTIONS
from topoviz.engine.explanations.to_text import to_text
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission

FOLDER = Path(__file__).parents[2] / "fixtures" / "explanations"

SECTION_OF = {
    "dumps": "Repartition topics",
    "not_known": "Not known",
    "optimizer": "Optimizer",
    "refused": "Refused",
    "repartition_topics": "Repartition topics",
    "state_stores": "State stores and changelog topics",
    "sub_topologies": "Sub-topologies",
}
"""The section that each file shows."""

_TITLE = re.compile(r"^# title: ", re.MULTILINE)
_HEADER = re.compile(r"# (version|optimize): (\S+)\n")


@dataclass(frozen=True, slots=True)
class Case:
    """One example program; `expected` is the section of its explanation."""

    file: str
    title: str
    version: str | None
    optimize: str | None
    program: str
    expected: str


def all_cases() -> list[Case]:
    """Read the cases of all files."""
    return [case for file in SECTION_OF for case in cases_of(file)]


def cases_of(file: str) -> list[Case]:
    """Read the cases of a file."""
    _, *blocks = _TITLE.split((FOLDER / f"{file}.txt").read_text(encoding="utf-8"))
    return [_read_case(file, block) for block in blocks]


def what_is_said(case: Case) -> str:
    """Explain the one topology of a case, and give the section that its file shows, without heading and first line."""
    explanation = explain_only(analysis_of_case(case))
    (section,) = [one for one in SECTIONS if one.heading == SECTION_OF[case.file]]
    text = to_text(replace(explanation, parts=explanation.of_kind(*section.kinds)))
    _, _, below = text.partition(f"\n{section.heading}\n{'-' * len(section.heading)}\n")
    _, _, parts = below.partition("\n\n") if section.term else ("", "", below.removeprefix("\n"))
    return parts


def analysis_of_case(case: Case) -> Analysis:
    """Analyze a case: a dump as a dump, everything else as Java."""
    if case.file == "dumps":
        return analyze(
            Submission(Bundle((SourceFile("dump.txt", case.program),)), Settings(language=Language.DESCRIBE))
        )
    return analysis_of(case.program, version=case.version or NEW, optimize=case.optimize or "none")


def explain_only(analysis: Analysis) -> Explanation:
    """Explain the only topology of an analysis."""
    (topology,) = analysis.topologies
    return explain(analysis, topology)


def _read_case(file: str, block: str) -> Case:
    title, _, rest = block.partition("\n")
    headers: dict[str, str] = {}
    while match := _HEADER.match(rest):
        headers[match[1]] = match[2]
        rest = rest[match.end() :]
    program, _, expected = rest.partition("\n----\n")
    return Case(file, title, headers.get("version"), headers.get("optimize"), program, f"{expected.strip()}\n")


def _write_case(case: Case) -> str:
    headers = "".join(
        f"# {key}: {value}\n" for key, value in (("version", case.version), ("optimize", case.optimize)) if value
    )
    return f"# title: {case.title}\n{headers}{case.program}\n----\n{what_is_said(case)}"


def _rewrite() -> None:
    for file in SECTION_OF:
        text = "\n".join(_write_case(case) for case in cases_of(file))
        (FOLDER / f"{file}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _rewrite()
