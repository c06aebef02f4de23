"""What clings to copied code is blanked, and nothing moves."""

import pytest

from tests.engine.analyzing import analysis_of, codes, described
from topoviz.engine.syntax.pasted import unwrap

CODE = """KStream<String, Long> orders = builder.stream("orders");
orders.filter((id, n) -> n >= 1 && id != null)
    .groupByKey()
    .count()
    .toStream()
    .to("counts");
"""
ESCAPED = CODE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def before_lines(sign: str) -> str:
    return "".join(f"{sign} {line}\n" for line in CODE.splitlines())


PASTED = {
    "a fence": f"```java\n{CODE}```\n",
    "a fence that is not closed": f"~~~\n{CODE}",
    "a fence that is not opened": f"{CODE}```\n",
    "prose round a fence": f"Count them; it isn't hard:\n\n```java\n{CODE}```\nand run it:\n```sh\n./run.sh\n```\n",
    "two fences": CODE.replace("orders.filter", "```\nand then\n```java\norders.filter").join(("```java\n", "```")),
    "numbers": "".join(f"{number:>3}  {line}\n" for number, line in enumerate(CODE.splitlines(), 1)),
    "numbers with dots": "".join(f"{number}. {line}\n" for number, line in enumerate(CODE.splitlines(), 97)),
    "marks of a quotation": before_lines(">"),
    "jshell": 'jshell> import java.util.*\n\njshell> KStream<String, Long> orders = builder.stream("orders");\n'
    "orders ==> K@1\n"
    "jshell> orders.filter((id, n) -> n >= 1 && id != null)\n"
    '   ...>     .groupByKey().count().toStream().to("counts");\n',
    "entities": ESCAPED,
    "entities and a fence": f"```java\n{ESCAPED}```",
}  # fmt: skip


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_copied_code_is_read_as_the_code_itself(text: str):
    analysis = analysis_of(text)

    assert described(analysis) == described(analysis_of(CODE))
    assert codes(analysis) == {"pasted"}
    assert not analysis.is_unsure


LEFT_ALONE = {
    "entities in a string": 'String row = "&lt;td&gt;"; builder.stream("a");',
    "entities in a comment": '/** A KStream&lt;String, String&gt;. */ void a(StreamsBuilder b) { b.stream("a"); }',
    "a fence in a comment": '/**\n * ```java\n * x\n * ```\n */\nvoid a(StreamsBuilder b) { b.stream("a"); }',
    "numbers on some lines": 'int[] a = {\n1,\n2 };\nbuilder.stream("a");',
    "an operator at the start of lines": "boolean is = 2\n> 1;",
    "a text block": 'String help = """\n```\nx\n```\n""";',
}


@pytest.mark.parametrize("text", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_is_javas_own_is_left_alone(text: str):
    assert unwrap(text.encode(), 0) == (text.encode(), ())


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_nothing_moves(text: str):
    data, _ = unwrap(text.encode(), 0)

    assert len(data) == len(text.encode())
    assert data.count(b"\n") == text.count("\n")
