"""Dumps as people have them: every form that a describe() text takes on its way into a page, a log or a program.

`python -m tests.engine.syntax.dump_forms` puts recorded dumps into each form, cuts parts out of them, and prints how
many are read as they were, how many are told to be doubtful, and how many are wrong without a word.
"""

from __future__ import annotations

import csv
import html
import io
import json
import quopri
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.oracle.recording import read_recordings
from topoviz.engine.diagnostics import Severity
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax.describe_text import read_dumps
from topoviz.engine.topology.describe import to_text

RECORDINGS = Path(__file__).resolve().parents[2] / "fixtures" / "recordings"


def each(write: Callable[[int, str], str]) -> Callable[[str], str]:
    """Make a form that writes every line anew."""
    return lambda dump: "\n".join(write(number, line) for number, line in enumerate(dump.splitlines(), 1)) + "\n"


def before(prefix: str) -> Callable[[str], str]:
    """Make a form that puts the same before every line."""
    return each(lambda _, line: prefix + line)


def quoted(line: str, mark: str = '"') -> str:
    """Write a line as a literal, as Java, Kotlin, C#, JSON and JavaScript have it."""
    return mark + line.replace("\\", "\\\\").replace(mark, f"\\{mark}").replace("\t", "\\t") + mark


def as_json(dump: str) -> str:
    """Write a dump as a JSON string, signs beyond ASCII escaped."""
    return json.dumps(dump)


def page(dump: str) -> str:
    """Write a page of a documentation, with a line number and an anchor before every line."""
    lines = "".join(
        f'<a id="l-{number}" href="#l-{number}"></a><span class="w">{html.escape(line)}</span>\n'
        for number, line in enumerate(dump.splitlines(), 1)
    )
    return (
        "<!DOCTYPE html>\n<html><head><title>Our topology</title></head>\n<body><h1>Orders</h1>\n<p>It runs "
        f'<code>count()</code> &mdash; see below.</p>\n<div class="highlight"><pre><span></span><code>{lines}</code>'
        "</pre></div>\n<p>That is all.</p></body></html>\n"
    )


def table(dump: str) -> str:
    """Write a dump as code hosts show files: a table with one row for each line, all in one line of HTML."""
    return "<table>" + "".join(
        f'<tr><td data-line="{number}"></td><td>{html.escape(line)}</td></tr>'
        for number, line in enumerate(dump.splitlines(), 1)
    ) + "</table>"  # fmt: skip


def json_log(number: int, line: str) -> str:
    """Write a line as a container runtime keeps it."""
    return json.dumps({"log": line + "\n", "stream": "stdout", "time": f"2024-03-01T12:01:07.{number:09}Z"})


def events(number: int, line: str) -> str:
    """Write a line as an event of a JSON logger."""
    fields = {"@timestamp": f"2024-03-01T12:01:07.{number:03}Z", "level": "INFO", "message": line, "logger": "App"}
    return json.dumps(fields, separators=(",", ":"))


def diff(dump: str) -> str:
    """Write a dump as a file that a commit adds."""
    lines = dump.splitlines()
    head = f"diff --git a/t.txt b/t.txt\n--- /dev/null\n+++ b/t.txt\n@@ -0,0 +1,{len(lines)} @@\n"
    return head + "".join(f"+{line}\n" for line in lines)


def changed(dump: str) -> str:
    """Write a dump as a commit that renames its first node, in the whole file."""
    lines = dump.splitlines()
    head = f"--- a/t.txt\n+++ b/t.txt\n@@ -1,{len(lines)} +1,{len(lines)} @@\n"
    place = next((index for index, line in enumerate(lines) if "Source: " in line), 0)
    text = [f" {line}" for line in lines]
    text[place : place + 1] = [f"-{lines[place].replace('Source: ', 'Source: old-')}", f"+{lines[place]}"]
    return head + "\n".join(text) + "\n"


def wrapped(width: int, *, trims: bool = False) -> Callable[[str], str]:
    """Make a form that breaks lines where a terminal ends, and perhaps drops the blanks at the end of lines."""

    def wrap(_: int, line: str) -> str:
        parts = [line[start : start + width] for start in range(0, len(line), width)] or [""]
        return "\n".join(part.rstrip() if trims else part for part in parts)

    return each(wrap)


def folded(dump: str) -> str:
    """Fold lines at blanks, as mail programs do."""
    fold = textwrap.TextWrapper(
        72, break_long_words=False, break_on_hyphens=False, drop_whitespace=True, subsequent_indent="        "
    )
    return "\n".join("\n".join(fold.wrap(line)) if len(line) > 72 else line for line in dump.splitlines()) + "\n"


def as_csv(dump: str) -> str:
    """Write a dump as what a search in logs exports: a row for each line, quotes only where a field needs them."""
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    writer.writerow(["@timestamp", "message", "logger"])
    writer.writerows(["Mar 1, 2024 @ 12:01:07.402", line, "shop.App"] for line in dump.splitlines())
    return rows.getvalue()


def events_of_many_lines(dump: str) -> str:
    """Write a dump as a command prints the events of a log: several lines of JSON for each line."""
    found = [
        {"timestamp": 1709294467000 + at, "message": line, "id": f"a{at}"} for at, line in enumerate(dump.splitlines())
    ]
    return json.dumps({"events": found, "next": "f/1"}, indent=4)


def behind(end: str) -> Callable[[str], str]:
    """Make a form that puts the same behind every line; `#` is the number of the line."""
    return each(lambda number, line: line + end.replace("#", str(number)))


def framed(dump: str, sign: str) -> str:
    """Draw a frame round a dump."""
    width = max(map(len, dump.splitlines()))
    edge = f"+{'-' * width}+\n"
    return edge + each(lambda _, line: f"{sign}{line:{width}}{sign}")(dump) + edge


FORMS: dict[str, Callable[[str], str]] = {
    "as printed": lambda dump: dump,
    "Windows line ends": lambda dump: dump.replace("\n", "\r\n"),
    "byte order mark": lambda dump: "\ufeff" + dump,
    "blanks at line ends": each(lambda _, line: line + "  "),
    "no indentation": each(lambda _, line: line.strip()),
    "tabs": each(lambda _, line: re.sub("^ +", lambda blanks: "\t" * (len(blanks[0]) // 2), line)),
    "colours": each(lambda _, line: f"\x1b[32m{line}\x1b[0m"),
    "no-break spaces": lambda dump: dump.replace(" ", "\u00a0"),
    "log, first line only": lambda dump: "2024-03-01 12:01:07,402 INFO [main] shop.App - " + dump + "12:01:08 Ready\n",
    "log, ISO time": each(lambda number, line: f"2024-03-01T12:01:07.{number:03}Z {line}"),
    "log, Logback": each(lambda number, line: f"12:01:07.{number:03} [main] INFO  shop.App - {line}"),
    "log, Spring Boot": each(
        lambda number, line: f"2024-03-01T12:01:07.{number:03}+01:00  INFO 7 --- [shop] [  main] shop.App   : {line}"
    ),
    "log, [time]": each(lambda number, line: f"[12:01:{number % 60:02}] {line}"),
    "log, class behind each line": each(
        lambda number, line: f"[2024-03-01 12:01:07,{number:03}] INFO {line} (com.example.App)"
    ),
    "log, class behind the message": lambda dump: (
        f"[2024-03-01 12:01:07,402] INFO {dump.rstrip()} (com.example.App)\n[2024-03-01 12:01:08,0] INFO ok (x.Y)\n"
    ),
    "docker compose": before("shop-app-1  | "),
    "docker compose and a logger": lambda dump: before("shop-app-1  | ")("12:01:07 INFO shop.App - " + dump),
    "journald": each(lambda number, line: f"Nov {1 + number // 60:2} 12:01:{number % 60:02} host java[812]: {line}"),
    "kubectl --prefix": before("[pod/shop-7d9f8c-abcde/app] "),
    "stern": before("shop-7d9f8c-abcde app "),
    "syslog with #012": lambda dump: "Mar  1 12:01:07 host shop: " + dump.replace("\n", "#012"),
    "logfmt": lambda dump: f"level=info ts=2024-03-01T12:01:07Z msg={quoted(dump).replace(chr(10), chr(92) + 'n')}\n",
    "container runtime's JSON": each(json_log),
    "JSON events": each(events),
    "JSON event": lambda dump: json.dumps({"level": "INFO", "message": dump, "logger": "shop.App"}),
    "JSON document": lambda dump: json.dumps({"name": "shop", "topology": {"description": dump}}, indent=2),
    "JSON with escaped signs": lambda dump: as_json(dump).replace("<", "\\u003c").replace(">", "\\u003e"),
    "JSON in JSON": lambda dump: json.dumps({"body": json.dumps({"topology": dump})}),
    "JSON list of lines": lambda dump: json.dumps(dump.splitlines(), indent=2),
    "JSON list on one line": lambda dump: json.dumps({"lines": dump.splitlines()}),
    "YAML block": lambda dump: "name: shop\ntopology: |\n" + before("  ")(dump) + "owner: team\n",
    "line numbers": each(lambda number, line: f"{number:4}  {line}"),
    "line numbers and colon": each(lambda number, line: f"{number}: {line}"),
    "line numbers and bar": each(lambda number, line: f"{number:3} | {line}"),
    "bullets -": before("- "),
    "bullets *": before("* "),
    "numbered list": each(lambda number, line: f"{number}. {line}"),
    "quoted mail": before("> "),
    "block comment": lambda dump: "/**\n" + before(" * ")(dump) + " */\n",
    "comment //": before("// "),
    "comment #": before("# "),
    "comment --": before("-- "),
    "diff of a new file": diff,
    "diff of a change": changed,
    "Java, one literal": lambda dump: f"String expected = {quoted(dump).replace(chr(10), chr(92) + 'n')};\n",
    "Java, a literal for each line": lambda dump: (
        "String expected =\n" + " +\n".join("    " + quoted(line)[:-1] + '\\n"' for line in dump.splitlines()) + ";\n"
    ),
    "Java, lineSeparator()": lambda dump: (
        "String expected = "
        + "\n  + System.lineSeparator() + ".join(quoted(line) for line in dump.splitlines())
        + " + System.lineSeparator();\n"
    ),
    "Java, StringBuilder": lambda dump: (
        "".join(f'sb.append({quoted(line)[:-1]}\\n");\n' for line in dump.splitlines()) + "return sb.toString();\n"
    ),
    "Java, List.of": lambda dump: f"List.of({', '.join(map(quoted, dump.splitlines()))});\n",
    "Java, text block": lambda dump: (
        'assertThat(topology).isEqualTo("""\n' + before("    ")(dump.replace("\\", "\\\\")) + '    """);\n'
    ),
    "Kotlin, trimMargin": lambda dump: 'val expected = """\n' + before("    |")(dump) + '""".trimMargin()\n',
    "Kotlin, trimIndent": lambda dump: 'val expected = """\n' + before("    ")(dump) + '    """.trimIndent()\n',
    "Kotlin, first line behind the quotes": lambda dump: f'val expected = """{dump.rstrip()}"""\n',
    "C#, verbatim": lambda dump: f'var expected = @"{dump.rstrip()}";\n',
    "C#, NewLine": lambda dump: (
        "var expected = " + " + Environment.NewLine +\n    ".join(map(quoted, dump.splitlines())) + ";\n"
    ),
    "C#, AppendLine": lambda dump: "".join(f"builder.AppendLine({quoted(line)});\n" for line in dump.splitlines()),
    "JavaScript, template": lambda dump: f"const expected = `{dump.rstrip()}`;\n",
    "Python, three quotes": lambda dump: f"expected = '''{dump.rstrip()}'''\n",
    "<br>": lambda dump: "<p>" + html.escape(dump).replace("\n", "<br>").replace(" ", "&nbsp;") + "</p>",
    "<br> and newlines": lambda dump: html.escape(dump).replace("\n", "<br/>\n"),
    "<pre>": lambda dump: f"<pre>{html.escape(dump, quote=False)}</pre>",
    "HTML page": page,
    "HTML table": table,
    "HTML in JSON": lambda dump: json.dumps({"text": f"<p>See</p> <pre><code>{html.escape(dump)}</code></pre>"}),
    "Markdown page": lambda dump: f"# Topology\n\nIt looks so:\n\n```text\n{dump.rstrip()}\n```\n\nSee the *code*.\n",
    "Markdown, indented": lambda dump: "The topology:\n\n" + before("    ")(dump) + "\nThat is all.\n",
    "Markdown table": lambda dump: "| line |\n|---|\n" + each(lambda _, line: f"| {line} |")(dump),
    "one line": lambda dump: " ".join(dump.split()),
    "one line with blanks": lambda dump: dump.replace("\n", " "),
    "one line of a log": lambda dump: "12:01:07 INFO shop.App - " + " ".join(dump.split()),
    "wrapped at 80": wrapped(80),
    "wrapped at 80, blanks dropped": wrapped(80, trims=True),
    "wrapped at 60": wrapped(60),
    "folded at 72": folded,
    "CSV": as_csv,
    "JSON events of many lines": events_of_many_lines,
    "two lines of a log for each": each(lambda _, line: f"Mar 01, 2024 12:01:07 PM shop.App main\nINFO: {line}"),
    "a place in the code behind each line": each(lambda number, line: f"12:01:07 INFO {line} [App.java:{number}]"),
    "callouts behind each line": behind(" <#>"),
    "a sign for the end of each line": behind("$"),
    "frame": lambda dump: framed(dump, "|"),
    "frame of lines": lambda dump: framed(dump, "│"),
    "log with traces and levels": each(
        lambda number, line: f"12:01:07 {('INFO', 'WARN')[number % 2]:5} [shop,{number * 7919:08x}] {line}"
    ),
    "grep with context": each(lambda number, line: f"t.txt{':-'[number % 2]}{number}{':-'[number % 2]}{line}"),
    "colours shown as signs": each(lambda _, line: f"^[[32m{line}^[[0m^[[K"),
    "list of lines in Java": lambda dump: f"lines = [{', '.join(dump.splitlines())}]",
    "Java, String.format": lambda dump: "String.format(" + quoted(dump).replace("\n", "%n") + ");\n",
    "Java, all literals in one line": lambda dump: "is(" + quoted(dump).replace("\n", '\\n"+"') + ");\n",
    "properties": lambda dump: "topology=" + dump.replace("\n", "\\n\\\n"),
    "curly quotes": lambda dump: f"It is “{dump.rstrip()}”.\n",
    "CDATA": lambda dump: f"<ac:plain-text-body><![CDATA[{dump.rstrip()}]]></ac:plain-text-body>",
    "failed assertion": lambda dump: f"Error: expected: <null> but was: <{dump.rstrip()}>\n\tat a.B.c(B.java:1)\n",
    "hyphens that do not break": lambda dump: dump.replace("-", "\u2011"),
    "signs without width": lambda dump: dump.replace("-", "-\u00ad").replace(".", ".\u200c"),
    "line separators": lambda dump: dump.replace("\n", "\u2028"),
    "Markdown, escaped": lambda dump: re.sub(r"([\[\]_<>])", r"\\\1", dump).replace("--\\>", "\\--\\>"),
    "HTML, escaped twice": lambda dump: f"<pre>{html.escape(html.escape(dump, quote=False), quote=False)}</pre>",
    "quoted mail, wrapped at 70": lambda dump: before("> ")(wrapped(70)(dump)),
    "quoted-printable": lambda dump: quopri.encodestring(dump.encode()).decode(),
    "after another dump": lambda dump: OTHER + "\n12:01:07 INFO shop.App - " + dump,
    "ksqlDB's header": lambda dump: dump.replace("Topologies:\n", "Topology - SHOP_7:\n", 1),
}
OTHER = "Topologies:\n   Sub-topology: 0\n    Source: other-in (topics: [in])\n      --> none\n"

# Names with letters that a form cannot carry unharmed, such as control signs, are left out.
PLAIN_NAMES = re.compile(r"[\w\-.\[\](),:<>@$\\+*? \n|/]*", re.ASCII)


def recorded_dumps(version: str | None = None) -> Iterator[str]:
    """Give the recorded texts that have a node, each once; none in which a node has the name none."""
    seen = set()
    for path in sorted(RECORDINGS.glob("*/*.txt")):
        for said, recording in read_recordings(path.read_bytes().decode()).items():
            if version not in (None, said):
                continue
            for record in (record for records in recording.results.values() for record in records):
                text = record.describe or ""
                if "(topics: " in text and "Processor: none " not in text and text not in seen:
                    seen.add(text)
                    yield text


def outcome(text: str, wanted: str) -> str:
    """Say what becomes of a text: `read`, `told` that something is doubtful, or `silent` where it is wrong."""
    dumps, diagnostics = read_dumps(SourceFile("dump.txt", text), 0)
    is_told = any(one.severity in (Severity.UNSURE, Severity.UNREADABLE) for one in diagnostics)
    if dumps and to_text(dumps[-1].description) == wanted:
        return "told" if is_told else "read"
    return "lost" if is_told else "silent"


def losses(dump: str) -> Iterator[tuple[str, str]]:
    """Cut single parts out of a dump: what was cut, and the rest."""
    lines = dump.splitlines()
    headings = [index for index, line in enumerate(lines) if line.lstrip().startswith("Sub-topology")]
    for start, end in zip(headings, [*headings[1:], len(lines)], strict=True):
        if len(headings) > 1:
            yield "a whole sub-topology", "\n".join(lines[:start] + lines[end:])
    for index in headings:
        yield "a heading", "\n".join(lines[:index] + lines[index + 1 :])
    for index, line in enumerate(lines):
        if re.match(r"\s*(?:Source|Processor|Sink):", line):
            yield "the line of a node", "\n".join(lines[:index] + lines[index + 1 :])
            behind = index + 1
            while behind < len(lines) and re.match(r"\s*(?:-->|<--)", lines[behind]):
                behind += 1
            yield "a node with its arrows", "\n".join(lines[:index] + lines[behind:])
        elif re.match(r"\s*(?:-->|<--)", line):
            yield "the line of an arrow", "\n".join(lines[:index] + lines[index + 1 :])
    yield "everything but the first line", lines[0]


def main() -> None:
    """Print both tables, as they stand in tests/README.md."""
    dumps = [dump for dump in recorded_dumps() if PLAIN_NAMES.fullmatch(dump)]
    _say(f"{len(dumps)} dumps\n\n| Form | Cases | Read | Told | Wrong without a word |\n|---|---|---|---|---|")
    for name, write in FORMS.items():
        counts = _count(outcome(write(dump), dump) for dump in dumps)
        told = counts.get("told", 0) + counts.get("lost", 0)
        _say(f"| {name} | {len(dumps)} | {counts.get('read', 0)} | {told} | {counts.get('silent', 0)} |")
    _say("\n| Cut out | Cases | Told | Without a word |\n|---|---|---|---|")
    found: dict[str, dict[str, int]] = {}
    for dump in dumps:
        for name, text in losses(dump):
            counts = found.setdefault(name, {})
            result = outcome(text, dump)
            counts[result] = counts.get(result, 0) + 1
    for name, counts in found.items():
        told = counts.get("told", 0) + counts.get("lost", 0)
        _say(f"| {name} | {sum(counts.values())} | {told} | {counts.get('silent', 0)} |")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _count(outcomes: Iterator[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for one in outcomes:
        counts[one] = counts.get(one, 0) + 1
    return counts


if __name__ == "__main__":
    main()
