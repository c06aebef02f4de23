"""What holds for the explanation of every recorded program at the newest version, and of many at older ones."""

import itertools
import json
import re
from collections import Counter
from functools import cache

import pytest

from tests.engine.analyzing import analysis_of
from tests.engine.explanations.cases import FOLDER, all_cases, analysis_of_case
from tests.oracle.check import ask_engine, following_once, recorded_programs
from tests.oracle.versions import DEFAULT_VERSIONS as VERSIONS
from topoviz.engine.analysis import analyze
from topoviz.engine.explanations.explain import explain
from topoviz.engine.explanations.explanation import PartKind
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.optimizer_steps import REFERENCES
from topoviz.engine.explanations.settings import figures_of
from topoviz.engine.explanations.to_markdown import escape, to_markdown
from topoviz.engine.explanations.to_text import WIDTH, to_text
from topoviz.engine.explanations.wording import code
from topoviz.engine.optimizer.optimizer import RULES, rules_for
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.engine.topology.copartition_groups import copartition_groups
from topoviz.engine.topology.internal_topics import changelog_topics
from topoviz.rendering.explanation_json import SCHEMA, explanation_to_json

SETTINGS = [*((version, "all") for version in VERSIONS), (VERSIONS[-1], "none")]

# All programs are analyzed once for each version, in one process.
pytestmark = pytest.mark.xdist_group("explained")


@cache
def explained_at(version):
    """Every topology of the recorded programs with its explanation, by the setting of the optimizer.

    At older versions it is every eighth program: little of an explanation asks for the version.
    """
    found = {"none": [], "all": []}
    for program, _ in recorded_programs(version)[:: 1 if version == VERSIONS[-1] else 8]:
        with following_once():
            for setting, entries in found.items():
                analysis = ask_engine(program, version, setting)
                entries += [(program.key, analysis, one, explain(analysis, one)) for one in analysis.topologies]
    assert all(len(entries) > 60 for entries in found.values())
    return found


def explained(version, setting):
    return explained_at(version)[setting]


def built(version, setting):
    return [entry for entry in explained(version, setting) if entry[2].topology is not None]


def ids(explanation, *kinds):
    return Counter(part.id for part in explanation.of_kind(*kinds))


# --- nothing is left out, nothing is told twice -----------------------------------------------------------------------


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_every_repartition_topic_has_one_part(version, setting):
    for key, _, topology, explanation in built(version, setting):
        expected = Counter(f"repartition-topic:{name}" for name in topology.topology.repartition_topics)

        assert ids(explanation, PartKind.REPARTITION_TOPIC) == expected, key


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_every_store_has_one_part_and_is_told_with_its_changelog_topic(version, setting):
    for key, _, topology, explanation in built(version, setting):
        made = {one.store for one in changelog_topics(topology.topology) if not one.is_source}
        others = topology.topology.stores.keys() - made

        assert ids(explanation, PartKind.CHANGELOG_TOPIC) == Counter(f"changelog-topic:{name}" for name in made), key
        assert ids(explanation, PartKind.STATE_STORE) == Counter(f"store:{name}" for name in others), key


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_every_node_group_has_one_part(version, setting):
    for key, _, topology, explanation in built(version, setting):
        local = Counter(f"sub-topology:{group.id}" for group in topology.groups if not group.is_global)
        global_ = Counter(f"global-store:{name}" for name in topology.topology.global_stores)

        assert ids(explanation, PartKind.SUB_TOPOLOGY) == local, key
        assert ids(explanation, PartKind.GLOBAL_STORE) == global_, key


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_every_copartition_group_is_told_where_its_topics_are_read(version, setting):
    for key, _, topology, explanation in built(version, setting):
        advice = " ".join(sentence for part in explanation.of_kind(PartKind.SUB_TOPOLOGY) for sentence in part.advice)
        for group in copartition_groups(topology.topology, topology.application_id):
            if len(group.topics) > 1:
                assert all(code(topic) in advice for topic in group.topics), (key, group)


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_every_rule_that_ran_is_told_in_order_with_its_firings(version, setting):
    for key, analysis, topology, explanation in explained(version, setting):
        if topology.optimized is None:
            continue
        names = [part.id.removeprefix("step:") for part in explanation.of_kind(PartKind.STEP)]
        rules = rules_for(analysis.behaviours, topology.optimization)
        firings = [part.effect for part in explanation.of_kind(PartKind.FIRING)]

        expected = len(topology.optimized.passes) + (topology.optimized.refusal is not None)
        assert names == [rule.name for rule in rules][:expected], key
        assert firings == [firing.effect for _, firing in topology.optimized.firings], key


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_ids_are_unique_and_sentences_whole(version, setting):
    for key, _, _, explanation in explained(version, setting):
        counts = Counter(part.id for part in explanation.parts)
        assert max(counts.values(), default=1) == 1, key
        for part in explanation.parts:
            for sentence in (*part.what, *part.why, *part.advice):
                assert sentence[-1] in ".”", (key, part.id, sentence)
                assert sentence == sentence.strip(), (key, part.id, sentence)
                assert "  " not in re.sub("`[^`]*`", "name", sentence), (key, part.id, sentence)


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_the_reason_of_every_repartition_topic_is_found(version, setting):
    for key, _, _, explanation in explained(version, setting):
        for part in explanation.of_kind(PartKind.REPARTITION_TOPIC):
            reasons = ("change the key", "new key", "foreign key", "asks for this topic")
            assert any(reason in part.what[0] for reason in reasons), (key, part.what)
            assert part.places, key


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_every_refusal_of_the_real_library_has_plain_words(version, setting):
    refused = [entry for entry in explained(version, setting) if entry[2].refusal is not None]

    assert len(refused) > 5
    for key, _, topology, explanation in refused:
        (part,) = explanation.of_kind(PartKind.REFUSAL)
        assert part.advice, (key, str(topology.refusal))


# --- figures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_figures_agree_with_the_topologies_of_both_settings(version, setting):
    """What `none` gives stands before, what the setting gives after."""
    plain = {entry[0]: entry for entry in built(version, "none")}
    compared = 0
    for key, analysis, topology, explanation in built(version, setting):
        (whole,) = explanation.of_kind(PartKind.OPTIMIZER)
        if whole.figures is None or topology.sets_optimization or topology.built_without_properties:
            continue
        compared += 1
        assert whole.figures.after == figures_of(topology.topology, analysis.behaviours), key
        assert whole.figures.before == figures_of(plain[key][2].topology, analysis.behaviours), key

    assert compared > 40


@pytest.mark.parametrize("version", VERSIONS)
def test_what_all_would_change_is_what_all_gives(version):
    """The other setting is reckoned from the topology at hand; analyzing the program anew must give the same."""
    optimized = {entry[0]: entry for entry in explained(version, "all")}
    compared = refused = 0
    for key, analysis, topology, explanation in explained(version, "none"):
        if topology.sets_optimization or topology.built_without_properties:
            continue
        for part in explanation.of_kind(PartKind.OTHER_SETTING):
            other = optimized[key][2]
            if "would not work" in part.subject:
                refused += 1
                assert other.refusal is not None, key
            elif part.figures is not None:
                compared += 1
                assert part.figures.after == figures_of(other.topology, analysis.behaviours), key

    assert compared > 10
    assert refused > 3


@pytest.mark.parametrize("version", VERSIONS)
def test_the_steps_lead_from_the_first_figures_to_the_last(version):
    for key, _, _, explanation in built(version, "all"):
        changes = [part.figures for part in explanation.of_kind(PartKind.STEP) if part.figures is not None]
        for earlier, later in itertools.pairwise(changes):
            assert earlier.after == later.before, key


def test_the_real_optimization_saves_one_of_each():
    (entry,) = [entry for entry in built(VERSIONS[-1], "all") if entry[0] == "seed_merge/real_optimization"]
    (whole,) = entry[3].of_kind(PartKind.OPTIMIZER)

    assert whole.what == ("2 repartition topics become 1, 2 changelog topics become 1 and 3 sub-topologies become 2.",)


# --- unsure names -----------------------------------------------------------------------------------------------------


def test_unsure_names_are_marked_wherever_they_stand():
    for case in all_cases():
        analysis = analysis_of_case(case)
        (topology,) = analysis.topologies
        for part in explain(analysis, topology).parts:
            told = " ".join((part.subject, *part.what, *part.why, *part.advice))
            for name in topology.unsure:
                if name and case.file != "dumps":
                    assert code(name) not in told, (case.title, part.id, name)


def test_a_dump_is_never_given_reasons():
    (case,) = [case for case in all_cases() if case.file == "dumps"]
    analysis = analysis_of_case(case)
    (topology,) = analysis.topologies
    explanation = explain(analysis, topology)

    assert Facts(analysis, topology).is_dump
    assert not explanation.of_kind(PartKind.OPTIMIZER, PartKind.STEP, PartKind.CHANGELOG_TOPIC)
    assert explanation.of_kind(PartKind.DUMP)
    assert all(not part.places for part in explanation.parts)


CUT = """Topologies:
   Sub-topology: 0
    Source: KSTREAM-SOURCE-0000000000 (topics: [orders])
      --> KSTREAM-KEY-SELECT-0000000001
  Sub-topology: 2
    Source: by-customer-repartition-source (topics: [by-customer-repartition])
      --> none
"""


def test_nothing_is_said_to_stand_alone_of_which_a_cut_dump_shows_a_part():
    analysis = analyze(Submission(Bundle((SourceFile("dump.txt", CUT),))))
    first, last = explain(analysis, analysis.topologies[0]).of_kind(PartKind.SUB_TOPOLOGY)

    assert "The dump describes 1 node of it." in first.what
    assert "it has more nodes than the dump describes" in first.why[0]
    for part in (first, last):
        assert not any("No arrow" in sentence for sentence in part.why)
        assert any("what is missing may" in sentence for sentence in part.why)
    (topic,) = explain(analysis, analysis.topologies[0]).of_kind(PartKind.REPARTITION_TOPIC)
    assert "nobody" not in " ".join((*topic.what, *topic.why)).lower()


def test_what_reads_the_topic_of_through_again_is_made_by_through():
    (topology,) = (analysis := analysis_of('builder.stream("a").through("m").to("b");', version="2.5.1")).topologies
    reading = explain(analysis, topology).of_kind(PartKind.SUB_TOPOLOGY)[1]

    assert reading.what[-1] == "It runs `through` on line 1 and `to` on line 1."


# --- how it is printed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_text_fits_its_width_unless_a_name_does_not(version, setting):
    for key, _, _, explanation in explained(version, setting):
        for line in to_text(explanation).splitlines():
            assert len(line) <= WIDTH or len(line.split()) <= 2, (key, line)


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_json_holds_every_part(version, setting):
    for key, _, _, explanation in explained(version, setting):
        document = json.loads(json.dumps(explanation_to_json(explanation)))

        assert document["schema"] == SCHEMA
        assert [part["id"] for part in document["parts"]] == [part.id for part in explanation.parts], key


def test_json_has_the_shape_that_others_rely_on():
    (case,) = [case for case in all_cases() if case.title == "A helper called twice is told apart by its callers."]
    analysis = analysis_of_case(case)
    (topology,) = analysis.topologies
    part = next(
        part
        for part in explanation_to_json(explain(analysis, topology))["parts"]
        if part["kind"] == "repartition topic"
    )

    assert part["id"] == "repartition-topic:customers-repartition"
    assert part["places"][0] == {"file": "A.java", "line": 11, "callers": [{"file": "A.java", "line": 5}]}
    assert set(part) == {
        "id", "kind", "subject", "what", "why", "advice", "reference", "places", "effect", "figures", "names",
    }  # fmt: skip


@pytest.mark.parametrize(("version", "setting"), SETTINGS)
def test_markdown_has_a_paragraph_for_every_part(version, setting):
    for key, _, _, explanation in explained(version, setting):
        paragraphs = [line for line in to_markdown(explanation).splitlines() if line.startswith("**")]

        assert len(paragraphs) == len(explanation.parts), key


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("It reads `a_b*c`.", "It reads `a_b*c`."),
        ("It says <b>a_b</b> [x](y).", r"It says \<b\>a\_b\</b\> \[x\](y)."),
        ("It reads `` a`<b> `` and <c>.", r"It reads `` a`<b> `` and \<c\>."),
        ("An odd ` stays harmless <b>.", r"An odd \` stays harmless \<b\>."),
    ],
)
def test_markdown_escapes_everything_but_names(sentence, expected):
    assert escape(sentence) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("orders", "`orders`"),
        ("a`b", "`` a`b ``"),
        ("two\nlines", "`two\\nlines`"),
        ("\x1b[31mred", "`\\x1b[31mred`"),
        ("", "an empty name"),
    ],
)
def test_names_cannot_act_on_a_page_or_a_terminal(name, expected):
    assert code(name) == expected


# --- what must keep step with the rest of the engine ------------------------------------------------------------------


def test_every_rule_has_a_reference():
    assert {rule.name for rule in RULES} == REFERENCES.keys()


def test_every_file_of_cases_is_read():
    assert {path.stem for path in FOLDER.iterdir()} == {case.file for case in all_cases()}


@pytest.mark.parametrize(
    "program",
    [
        'class W { void wire(StreamsBuilder b) { b.stream("a").process(P::new, "elsewhere").to("b"); } }',
        'class W { void wire(StreamsBuilder b, Config c) { b.stream("a").to("b"); if (c.more()) b.table("a"); } }',
    ],
)
def test_what_is_taken_as_added_elsewhere_or_as_not_running_is_explained_too(program):
    analysis = analysis_of(program)

    assert [explain(analysis, topology).parts != () for topology in analysis.topologies] == [True]
    assert analysis.topologies[0].refusal is None
