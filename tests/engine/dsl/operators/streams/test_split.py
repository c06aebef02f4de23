"""Splits whose branches the text does not fully determine."""

from tests.engine.analyzing import analysis_of, codes, described, plan_of, topology_of

SPLIT = 'builder.<String, String>stream("orders").split(Named.as("by-"))'


def test_a_branch_whose_name_is_not_known_is_found_under_no_other():
    analysis = analysis_of(
        f"Map<String, KStream<String, String>> branches = {SPLIT}.branch((k, v) -> true, Branched.as(kind))"
        '.defaultBranch();\nbranches.get("by-0").to("rest");'
    )

    assert "by-${kind}?" in plan_of(analysis)
    assert analysis.is_unsure


def test_a_chain_function_that_is_not_in_the_text_makes_numbers_unsure():
    analysis = analysis_of(
        f"{SPLIT}.branch((k, v) -> true, Branched.withConsumer(Elsewhere::publish)).noDefaultBranch();\n"
        'builder.<String, String>stream("later").to("out");'
    )

    assert "escaped" in codes(analysis)
    assert "KSTREAM-SOURCE-0000000003?" in described(analysis)


def test_what_a_chain_function_elsewhere_gives_is_not_made_up():
    analysis = analysis_of(
        f'{SPLIT}.branch((k, v) -> true, Branched.withFunction(Elsewhere::clean, "clean")).noDefaultBranch()'
        '.get("by-clean").to("out");'
    )

    assert {"escaped", "unknown-receiver"} <= codes(analysis)


def test_a_branch_that_is_not_in_the_map_is_null():
    analysis = analysis_of(f'{SPLIT}.branch((k, v) -> true, Branched.as("a")).noDefaultBranch().get("b").to("out");')

    assert analysis.is_unsure


def test_split_came_with_2_8():
    refusal = topology_of(f"{SPLIT}.noDefaultBranch();", version="2.7.2").refusal

    assert refusal is not None
    assert str(refusal) == ("compiler: KStream#split exists from Kafka Streams 2.8.0 on; 2.7.2 does not have it.")
