"""Markdown of a change: short whatever changes, and safe whatever things are called."""

import re
from html import unescape

import pytest

from tests.engine.changes.test_compare import side
from tests.rendering.forms import mermaid_grammar, names
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.rendering.changes.change_json import change_to_json
from topoviz.rendering.changes.changed_part import MOST_SHOWN, changed_part
from topoviz.rendering.changes.markdown import MOST_IN_A_COMMENT, MOST_LINES, Reported, change_to_markdown
from topoviz.rendering.forms.flowchart import MOST_EDGES, length, write
from topoviz.rendering.picture import Change as Became


def reported(old, new, name="shop"):
    change = compare(side(old), side(new), Deployment(name))
    return Reported(change_to_json(change), changed_part(change))


def counted(number, named="", *, step=""):
    return f'builder.stream("in-{number}"){step}.groupBy((k, v) -> v).count({named}).toStream().to("out-{number}");'


def many(step, named=""):
    return "\n".join(counted(number, named.format(number), step=step) for number in range(40))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (many(""), many(".filter(p)")),
        (many("", 'Materialized.as("a-{}")'), many("", 'Materialized.as("b-{}")')),
        (many("").replace("in-", "i" * 200), many(".peek(p)").replace("in-", "i" * 200)),
    ],
    ids=["numbers", "names", "long names"],
)
def test_it_has_at_most_sixty_lines_and_github_takes_it(old, new):
    one = reported(old, new)

    for several in ([one], [one] * 30):
        text = change_to_markdown(several)
        assert text.count("\n") <= MOST_LINES
        assert length(text) <= MOST_IN_A_COMMENT
        assert re.search(r"^- \*\*State is lost unless it is migrated\*\*", text, re.MULTILINE)
        assert text.count("<details") == text.count("</details>")


def test_what_is_left_away_is_counted():
    text = change_to_markdown([reported(many(""), many(".filter(p)"))])

    assert re.search(r"The same of (\S+, ){3}\S+ and 35 more", text)
    assert "more things change than are shown" in unescape(text)


def test_a_long_sentence_ends_before_a_name_that_has_no_room():
    text = change_to_markdown([reported(many(""), many(".filter(p)"))])

    assert " …" in text
    assert "&#96;" not in text


def test_the_picture_shows_what_changes_and_its_neighbours_alone():
    """One of forty parts has a step more: all that is drawn stands round it."""
    old = many("", 'Materialized.as("n-{}")')
    new = old.replace(counted(7, 'Materialized.as("n-7")'), counted(7, 'Materialized.as("n-7")', step=".peek(p)"))

    chart = changed_part(compare(side(old), side(new), Deployment("shop")))

    assert chart is not None
    shown = [row[0] for node in chart.nodes for row in node.rows]
    assert sorted(shown) == ["groupBy #58 · changes the key", "peek #57 (new)", "stream #56", "topic in-7"]
    assert [frame.title for frame in chart.frames] == ["Sub-topology 14"]


@pytest.mark.parametrize(("count", "frames"), [(4, 4), (5, 5), (12, 12), (20, 0)])
def test_sub_topologies_have_frames_as_long_as_there_is_room_for_them(count, frames):
    old = "".join(f'builder.stream("in{number}")\n.filter(p)\n.to("out{number}");\n' for number in range(count))

    text = change_to_markdown([reported(old, old.replace(".filter(p)", ".peek(q)"))])

    assert text.count("subgraph") == frames
    assert ("no room for the frames" in unescape(text)) is (frames == 0)
    assert text.count("\n") <= MOST_LINES


def test_what_is_gone_stands_in_the_frame_of_the_rest_or_in_that_of_the_old_version():
    old = 'builder.stream("a").filter(p).to("b"); builder.stream("c").to("d");'

    chart = changed_part(compare(side(old), side('builder.stream("a").to("b");'), Deployment("shop")))

    assert chart is not None
    titles = {frame.id: frame.title for frame in chart.frames}
    gone = {node.rows[-1][0]: titles.get(node.frame) for node in chart.nodes if node.change is Became.GONE}
    own = "Sub-topology 1 of the old version"
    assert gone == {"filter #1 (gone)": "Sub-topology 0", "stream #3 (gone)": own, "topic d (gone)": own}


def test_only_other_numbers_are_no_picture():
    old = 'builder.stream("a").to("b"); builder.stream("c").to("d");'
    new = 'builder.stream("c").to("d"); builder.stream("a").to("b");'

    assert changed_part(compare(side(old), side(new), Deployment())) is None


def test_the_picture_is_a_flowchart_of_a_size_that_github_draws():
    chart = changed_part(compare(side(many("")), side(many(".filter(p)")), Deployment("shop")))

    assert chart is not None
    read = mermaid_grammar.read(write(chart, "shop"))
    assert len(read.nodes) <= MOST_SHOWN + 1
    assert len(read.edges) <= MOST_EDGES


def test_a_name_is_never_markup():
    hostile = [name for name in names.ALL if name.isprintable() and '"' not in name and "\\" not in name][:40]
    new = "".join(f'builder.stream("{name}").to("{name}-out");' for name in hostile)

    text = change_to_markdown([reported('builder.stream("a").to("b");', f'builder.stream("a").to("b");{new}', "<b>@x")])

    outside = re.sub(r"^```mermaid\n.*?^```$|`[^`\n]*`", "", text, flags=re.DOTALL | re.MULTILINE)
    assert not re.search(r"<(?!/?(?:details|summary)\b|details open|br>)", outside)
    assert not re.search(r"(?<!\w)@\w|\]\(|https?://", outside)
