"""A check as JUnit XML: a case for each topology, which fails where the check does because of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from topoviz.cli.checking.history import REQUIRED
from topoviz.cli.checking.report import Checked, Report, size_words, why_it_fails
from topoviz.cli.comparing import NOBODY_CAN_TELL, REACHED, REFUSED
from topoviz.rendering.changes.text import change_to_text
from topoviz.rendering.words import counted

_NOT_IN_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MOST_LINES: Final = 200
"""Of a case, whose readers show it in a small window."""


def to_junit(report: Report) -> str:
    """Write it; characters that XML does not know become question marks."""
    cases = list(_cases(report))
    root = Element("testsuites", name="topoviz")
    suite = SubElement(root, "testsuite", name="topoviz", tests=str(len(cases)))
    for attribute, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(attribute, str(sum(one.find(kind) is not None for one in cases)))
    suite.extend(cases)
    if report.notes:
        SubElement(suite, "system-out").text = _xml("\n".join(report.notes))
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _cases(report: Report) -> Iterator[Element]:
    if report.trouble:
        case = Element("testcase", classname="topoviz", name="topoviz check")
        SubElement(case, "error", message=_xml(report.trouble), type="not-checked").text = _xml(report.trouble)
        yield case
    elif report.code in (NOBODY_CAN_TELL, REQUIRED):
        case = Element("testcase", classname="topoviz", name="topoviz check")
        SubElement(case, "error", message=why_it_fails(report), type="required")
        yield case
    for one in report.checked:
        yield _case(one, report)


def _case(one: Checked, report: Report) -> Element:
    case = Element("testcase", classname="topoviz", name=_xml(one.topology.name))
    if one.reported is None:
        text = size_words(one.topology)
        if one.code == REFUSED:
            SubElement(case, "failure", message=_xml(text), type="refused").text = _xml(text)
        elif report.compared_with:
            SubElement(case, "skipped", message="It has no other version to compare with.")
        else:
            SubElement(case, "system-out").text = _xml(text)
        return case
    document = one.reported.document
    lines = change_to_text(document).splitlines()
    more = [f"… {counted(len(lines) - _MOST_LINES, 'line')} more."] if len(lines) > _MOST_LINES else []
    text = "\n".join((*lines[:_MOST_LINES], *more))
    if one.code in (REFUSED, REACHED):
        verdict = document["verdict"]
        failure = SubElement(case, "failure", message=_xml(verdict["sentence"]), type=verdict["level"])
        failure.text = _xml(text)
    else:
        SubElement(case, "system-out").text = _xml(text)
    return case


def _xml(text: str) -> str:
    return _NOT_IN_XML.sub("?", text)
