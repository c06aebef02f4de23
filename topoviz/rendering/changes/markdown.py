"""A change as Markdown for a pull request: at most 60 lines, whatever changes, with the changed part as Mermaid.

The user's names stand in sentences, escaped, and in code spans, so that GitHub sees no markup and nobody to notify.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from topoviz.engine.explanations.wording import code
from topoviz.rendering.changes.words import (
    Json,
    by_kind,
    by_level,
    cause_words,
    in_one_sentence,
    level_of,
    names_said,
    places,
    places_of,
    rests_on,
    setting_words,
    state_words,
    unchanged,
    what_changes,
)
from topoviz.rendering.forms.chart import Chart, with_note
from topoviz.rendering.forms.flowchart import MOST_CHARACTERS, length, write
from topoviz.rendering.forms.markdown_text import code_span, cut, escape, sentence_with_code
from topoviz.rendering.words import first_of

MOST_LINES: Final = 60
MOST_IN_A_COMMENT: Final = 65_000
"""Characters, of which GitHub takes a few more."""

_MOST_FINDINGS: Final = 10
_MOST_NAMED: Final = 4
_MOST_TOPOLOGIES: Final = 8
_MOST_COMMANDS: Final = 3
_MOST_RESTS: Final = 4
_LONGEST: Final = 500
"""Characters of a sentence."""

_ON_ITS_OWN: Final = ("%%", "flowchart", "accTitle", "accDescr", "direction", "classDef")
"""What Mermaid reads up to the end of its line; a colour before a semicolon would be a letter by its number."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A change as JSON, and its changed part where there is one to draw."""

    document: Json
    chart: Chart | None = None


def change_to_markdown(
    reported: Sequence[Reported], most_lines: int = MOST_LINES, most_characters: int = MOST_IN_A_COMMENT
) -> str:
    """Write the changes of all topologies that were compared, with the plan and the picture of the worst one.

    Whoever adds lines of their own leaves room for them with fewer `most_lines` and `most_characters`.
    """
    worst_first = sorted(reported, key=lambda one: -level_of(one.document))
    most = _MOST_FINDINGS
    while True:
        text = "\n".join(_lines(worst_first, most)) + "\n"
        if (text.count("\n") <= most_lines and length(text) <= most_characters) or most == 0:
            return text
        if worst_first[0].chart is not None and worst_first[0].chart.frames:
            # A frame takes two lines; what happens and what to do is worth more.
            worst_first = [replace(worst_first[0], chart=_without_frames(worst_first[0].chart)), *worst_first[1:]]
        elif most <= 1 and worst_first[0].chart is not None:
            worst_first = [replace(worst_first[0], chart=None), *worst_first[1:]]
            most = _MOST_FINDINGS
        else:
            most -= 1


def _lines(reported: Sequence[Reported], most: int) -> Iterator[str]:
    worst = reported[0].document
    sentence = in_one_sentence(worst) if len(reported) == 1 else None
    if sentence is not None:
        yield escape(sentence)
        return
    yield f"### {escape(worst['verdict']['sentence'])}"
    yield ""
    if len(reported) > 1:
        yield from _topologies([one.document for one in reported])
        yield ""
        yield f"{code_span(_cut(worst['new']['name']))}:"
        yield ""
    yield f"For {escape(_cut(setting_words(worst)))}. {escape(unchanged(worst))}"
    yield ""
    if worst.get("state") is not None:
        yield _said(" ".join(state_words(worst)))
        yield ""
    yield from _findings(worst, most)
    yield from _plan(worst)
    if reported[0].chart is not None:
        yield from _picture(reported[0].chart, worst["new"]["name"])
    yield from _rests(worst)


def _topologies(documents: Sequence[Json]) -> Iterator[str]:
    for one in documents[:_MOST_TOPOLOGIES]:
        said = in_one_sentence(one) or one["verdict"]["sentence"]
        yield f"- {code_span(_cut(one['new']['name']))}: {escape(said)}"
    if len(documents) > _MOST_TOPOLOGIES:
        yield f"- and {len(documents) - _MOST_TOPOLOGIES} more"


def _findings(document: Json, most: int) -> Iterator[str]:
    found = places(document)
    kinds = [(level, one) for level, findings in by_level(document["findings"]) if level for one in by_kind(findings)]
    for level, (first, *others) in kinds[:most]:
        at = "; ".join(filter(None, (*places_of(first, found), cause_words(first))))
        sentences = [f"**{escape(level.words)}**: {_said(what_changes(first))}", _said(first["effect"])]
        sentences.append(f"_What to do:_ {_said(first['way_out'])}")
        if others:
            names = [next(iter((*one["new"], *one["old"])), "") for one in others]
            sentences.append(f"The same of {_said(first_of([code(name) for name in names], _MOST_NAMED))}.")
        yield f"- {' '.join(sentences)}{f' ({escape(_cut(at))})' if at else ''}"
    if len(kinds) > most:
        yield f"- and {sum(len(one) for _, one in kinds[most:])} more"
    yield ""


def _plan(document: Json) -> Iterator[str]:
    steps = document["migration"]["steps"]
    if not steps:
        return
    yield from ("<details>", f"<summary>What to do, in {_counted(len(steps))}</summary>", "")
    for number, step in enumerate(steps, 1):
        said = f"{number}. {_said(step['sentence'])} {_said(step['why'])}".rstrip()
        more = _named(document) if step["kind"] == "name" else []
        if step["kind"] == "drain":
            more.append(_said(first_of([code(topic) for topic in step["topics"]], _MOST_NAMED)))
        more += [code_span(_cut(command)) for command in step["commands"][:_MOST_COMMANDS]]
        if len(step["commands"]) > _MOST_COMMANDS:
            more.append(f"and {len(step['commands']) - _MOST_COMMANDS} more")
        yield "<br>".join((said, *more))
    yield from ("", "</details>", "")


def _named(document: Json) -> list[str]:
    names = names_said(document)
    said = [
        f"{escape(_cut(place))}: {code_span(_cut(code))}" if place else code_span(_cut(code))
        for place, code in names[:_MOST_NAMED]
    ]
    return [*said, f"and {len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else said


def _picture(chart: Chart, name: str) -> Iterator[str]:
    text = packed(write(chart, _cut(name)))
    if length(text) > MOST_CHARACTERS:
        return
    yield from ("<details open>", f"<summary>{escape(chart.description)}</summary>", "", "```mermaid")
    yield from text.splitlines()
    yield from ("```", "", "</details>", "")


def _without_frames(chart: Chart) -> Chart:
    return with_note(replace(chart, frames=()), "There is no room for the frames of sub-topologies here.")


def packed(text: str) -> str:
    """Write a flowchart in few lines: what may end with a semicolon stands in one, members of classes last."""
    lines, members = list[str](), list[str]()
    is_open = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("class "):
            members.append(line)
            continue
        is_alone = line.startswith(_ON_ITS_OWN)
        if is_open and not is_alone:
            lines[-1] += f"; {line}"
        else:
            lines.append(line)
        is_open = not is_alone
    return "\n".join((*lines, "; ".join(members))) + "\n"


def _rests(document: Json) -> Iterator[str]:
    sentences = rests_on(document)
    yield from (f"- {_said(one)}" for one in sentences[:_MOST_RESTS])
    if len(sentences) > _MOST_RESTS:
        yield f"- and {len(sentences) - _MOST_RESTS} more that is not known"


def _said(sentence: str) -> str:
    """Write a sentence of ours, whose names stand in backticks."""
    return sentence_with_code(_cut(sentence))


def _cut(text: str) -> str:
    return cut(text, _LONGEST)


def _counted(steps: int) -> str:
    return "one step" if steps == 1 else f"{steps} steps"
