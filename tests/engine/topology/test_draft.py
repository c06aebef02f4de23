"""The checks that Kafka Streams makes while a topology grows, in its own words."""

import pytest

from tests.engine.analyzing import NEW, OLD, behaviours
from topoviz.engine.logical.nodes import Store
from topoviz.engine.refusal import Refused
from topoviz.engine.topology.draft import TopologyDraft
from topoviz.engine.topology.nodes import ProcessorNode


@pytest.fixture
def draft() -> TopologyDraft:
    """A source for topic `a` with a processor and a sink."""
    draft = TopologyDraft(behaviours())
    draft.add_source("in", ("a",))
    draft.add_processor("work", ("in",))
    draft.add_sink("out", "b", ("work",))
    return draft


@pytest.mark.parametrize(
    ("method", "arguments", "words"),
    [
        ("add_source", ("in", ("x",)), "Processor in is already added."),
        ("add_source", ("new", ()), "You must provide at least one topic"),
        ("add_source", ("new", ("a",)), "Topic a has already been registered by another source."),
        ("add_processor", ("work", ("in",)), "Processor work is already added."),
        ("add_processor", ("new", ()), "Processor new must have at least one parent"),
        ("add_processor", ("new", ("new",)), "Processor new cannot be a predecessor of itself."),
        ("add_processor", ("new", ("nobody",)), "Predecessor processor nobody is not added yet for new"),
        ("add_sink", ("out", "c", ("work",)), "Processor out is already added."),
        ("add_sink", ("new", "c", ()), "Sink new must have at least one parent"),
        ("add_sink", ("new", "c", ("nobody",)), "Predecessor processor nobody is not added yet."),
        ("add_sink", ("new", "c", ("new",)), "Processor new cannot be a predecessor of itself."),
        ("add_sink", ("new", "c", ("out",)), "Sink out cannot be used a parent."),
        ("add_store", (Store("s"), ("nobody",)), "Processor nobody is not added yet."),
        ("add_store", (Store("s"), ("in",)), "cannot connect a state store s to a source node or a sink node."),
        ("connect", ("work", ("s",)), "StateStore s is not added yet."),
        ("connect", ("work", ()), "Must provide at least one state store name."),
        (
            "add_global_store",
            (Store("g"), "g-in", "g", "g-store"),
            "StateStore g for global table must not have logging enabled.",
        ),
        (
            "add_global_store",
            (Store("g", is_logged=False), "same", "g", "same"),
            "sourceName and processorName must be different.",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_kafkas_words(draft: TopologyDraft, method: str, arguments: tuple, words: str):
    with pytest.raises(Refused) as refused:
        getattr(draft, method)(*arguments)

    assert str(refused.value) == f"TopologyException: Invalid topology: {words}"


def test_a_pattern_over_a_topic_that_is_read_already_is_refused(draft: TopologyDraft):
    with pytest.raises(Refused, match=r"Pattern a\.\* will match a topic that has already been registered"):
        draft.add_source("many", (), pattern="a.*")


def test_a_topic_under_a_pattern_is_refused(draft: TopologyDraft):
    draft.add_source("many", (), pattern="x.*")

    with pytest.raises(Refused, match="Topic xy matches a Pattern already registered by another source"):
        draft.add_source("one", ("xy",))


def test_a_pattern_must_match_the_whole_topic(draft: TopologyDraft):
    draft.add_source("many", (), pattern="x")

    draft.add_source("one", ("xy",))

    assert {"many", "one"} <= set(draft.nodes)


def test_one_store_may_be_added_again_and_another_of_its_name_may_not():
    draft = TopologyDraft(behaviours(NEW))
    draft.add_store(Store("s", identity=1))
    draft.add_store(Store("s", identity=1))

    with pytest.raises(Refused, match="A different StateStore has already been added with the name s"):
        draft.add_store(Store("s", identity=2))


def test_a_store_whose_name_is_not_known_may_be_the_one_that_a_processor_uses(draft: TopologyDraft):
    draft.unsure["${made()}"] = "made() is not in the text."
    draft.add_store(Store("${made()}"))

    draft.connect("work", ("s",))

    assert draft.nodes["work"].stores == ("s",)
    assert draft.unsure["s"] == "A store whose name is not known may be meant. made() is not in the text."


def test_before_2_6_no_store_may_be_added_twice():
    draft = TopologyDraft(behaviours(OLD))
    draft.add_store(Store("s", identity=1))

    with pytest.raises(Refused, match=r"StateStore s is already added\."):
        draft.add_store(Store("s", identity=1))


def test_a_global_store_is_never_connected():
    draft = TopologyDraft(behaviours())
    draft.add_global_store(Store("g", is_logged=False), "g-in", "g", "g-store")
    draft.add_source("in", ("a",))
    draft.add_processor("work", ("in",))

    with pytest.raises(Refused, match="Global StateStore g can be used by a Processor without being specified"):
        draft.connect("work", ("g",))


def test_a_store_connected_twice_is_on_its_processor_once(draft: TopologyDraft):
    draft.add_store(Store("s"), ("work",))
    draft.connect("work", ("s",))

    work = draft.nodes["work"]
    assert isinstance(work, ProcessorNode)
    assert work.stores == ("s",)


def test_a_processor_may_hang_under_a_sink_that_writes_to_a_chosen_topic(draft: TopologyDraft):
    draft.add_sink("anywhere", None, ("work",), extractor="Choice@…")
    draft.add_sink("below", "c", ("anywhere",))

    assert draft.nodes["below"].predecessors == ("anywhere",)
