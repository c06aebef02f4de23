"""A lag report as Markdown: names stay code, figures stay in tables, and nothing of a name becomes markup."""

from dataclasses import fields

from markdown_it import MarkdownIt

from topoviz.cli.lag_markdown import report_to_markdown
from topoviz.lag.report.advice import Advice, AdviceKind, AdviceTable
from topoviz.lag.report.finding import Finding, FindingKind, Verdict
from topoviz.lag.report.lag_report import LagReport, Sight


def nothing(made, /, **known):
    return made(**dict.fromkeys((one.name for one in fields(made)), None) | known)


def test_findings_and_advice_are_read_as_they_were_meant():
    finding = Finding(FindingKind.STALL, "Task 0_1 of *shop* stands still.", "See `my_topic`.")
    table = AdviceTable("Threads needed", ("To", "Threads"), (("keep up", "3"), ("`a|b`", "4")))
    advice = Advice(
        AdviceKind.THREADS, "3 keep up.", "Add 1.", ("600 ÷ 200 = 3.00 threads.",), ("Keys stay.",), (table,)
    )
    report = nothing(
        LagReport, group="shop", verdict=Verdict.PROBLEM, findings=(finding,), advice=(advice,),
        sight=Sight(None, None, None, None, ("short pauses",)),
    )  # fmt: skip
    html = MarkdownIt("commonmark").enable("table").render(report_to_markdown(report))
    assert "<h1>Consumer lag of <code>shop</code>: problem</h1>" in html
    assert "Task 0_1 of *shop* stands still." in html
    assert "See <code>my_topic</code>." in html
    assert "<th>To</th>" in html
    assert "<td>3</td>" in html
    assert "<li>600 ÷ 200 = 3.00 threads.</li>" in html
    assert "<li>Rests on: Keys stay.</li>" in html
    assert "Cannot be seen: short pauses" in html
