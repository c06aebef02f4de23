"""Generated programs of any size: chains, fans of joins, and shapes that are hard on a naive engine."""

from collections.abc import Callable, Iterator

Shape = Callable[[int], str]


def chain(operators: int) -> str:
    """One stream through operators one below the other."""
    return "\n".join((
        'builder.<String, String>stream("in")',
        *("    .filter((k, v) -> true)" for _ in range(operators - 2)),
        '    .to("out");\n',
    ))  # fmt: skip


def fan_of_joins(operators: int) -> str:
    """One stream joined with many tables, three operators each: table, join, to."""
    return "".join((
        'KStream<String, String> in = builder.stream("in");\n',
        *(
            f'in.join(builder.<String, String>table("t{number}"), (a, b) -> b).to("o{number}");\n'
            for number in range(operators // 3)
        ),
    ))  # fmt: skip


def repartitioned_counts(operators: int) -> str:
    """A re-keyed stream counted many times, four operators each; the optimizer merges all repartitions."""
    return "".join((
        'KStream<String, String> in = builder.<String, String>stream("in").selectKey((k, v) -> v);\n',
        *(
            f'in.groupByKey().count(Materialized.as("c{number}")).toStream().to("o{number}");\n'
            for number in range(operators // 4)
        ),
    ))  # fmt: skip


def methods(operators: int) -> str:
    """A chain cut into methods of ten operators each."""
    parts = max(1, operators // 10)
    return "".join((
        "class Cut {\n  static void main(String[] given) {\n    wire(new StreamsBuilder());\n  }\n",
        "  static void wire(StreamsBuilder builder) {\n",
        '    KStream<String, String> stream = builder.stream("in");\n',
        *(f"    stream = part{number}(stream);\n" for number in range(parts)),
        '    stream.to("out");\n  }\n',
        *(
            f"  static KStream<String, String> part{number}(KStream<String, String> in) {{\n    return in"
            f"{'.filter((k, v) -> true)' * 10};\n  }}\n"
            for number in range(parts)
        ),
        "}\n",
    ))  # fmt: skip


def merges(operators: int) -> str:
    """A chain of merges, two operators each; the last one stems from every source."""
    return "".join(_merge_lines(operators // 2))


def _merge_lines(merged: int) -> Iterator[str]:
    yield 'KStream<String, String> s0 = builder.stream("in");\n'
    for number in range(merged):
        yield f'KStream<String, String> s{number + 1} = s{number}.merge(builder.stream("t{number}"));\n'
    yield f's{merged}.to("out");\n'


def diamonds(operators: int) -> str:
    """Diamonds in a row: branch in two, merge again. The number of paths doubles with each."""
    return "".join(_diamond_lines(operators // 2))


def _diamond_lines(rows: int) -> Iterator[str]:
    yield 'KStream<String, String> s0 = builder.stream("in");\n'
    for number in range(rows):
        yield f"KStream<String, String>[] b{number} = s{number}.branch((k, v) -> true, (k, v) -> false);\n"
        yield f"KStream<String, String> s{number + 1} = b{number}[0].merge(b{number}[1]);\n"
    yield f's{rows}.to("out");\n'


def stream_joins(operators: int) -> str:
    """A chain of joins of streams, three operators each: each is copartitioned with all topics before it."""
    return "".join(_stream_join_lines(operators // 3))


def _stream_join_lines(joins: int) -> Iterator[str]:
    yield "JoinWindows windows = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(1));\n"
    yield 'KStream<String, String> s0 = builder.stream("in");\n'
    for number in range(joins):
        yield f'KStream<String, String> t{number} = builder.stream("t{number}");\n'
        joined = f"s{number}.join(t{number}, (one, two) -> one, windows)"
        yield f"KStream<String, String> s{number + 1} = {joined}.peek((key, value) -> {{}});\n"
    yield f's{joins}.to("out");\n'


def foreign_key_joins(operators: int) -> str:
    """One table joined with many others by foreign keys, four operators each."""
    return "".join((
        'KTable<String, String> in = builder.table("in");\n',
        *(
            f'in.join(builder.<String, String>table("t{number}"), v -> v, (a, b) -> b).toStream().to("o{number}");\n'
            for number in range(operators // 4)
        ),
    ))  # fmt: skip


SHAPES: dict[str, tuple[Shape, str]] = {
    "chain": (chain, "none"),
    "fan of joins": (fan_of_joins, "none"),
    "repartitioned counts": (repartitioned_counts, "all"),
    "chain cut into methods": (methods, "none"),
    "chain of merges": (merges, "none"),
    "diamonds in a row": (diamonds, "none"),
    "chain of stream joins": (stream_joins, "none"),
    "foreign-key joins": (foreign_key_joins, "none"),
}
"""Each shape with the optimization it is built under."""
