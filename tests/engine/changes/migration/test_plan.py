"""The plan of a change does what it says: with its names, the same comparison loses nothing any more."""

from tests.engine.changes.test_compare import COUNTED, change, side
from topoviz.engine.changes.compare import Change, compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.migration.plan import migration_of
from topoviz.engine.changes.migration.step import StepKind

OLD = """KStream<String, String> s = builder.stream("orders");
s.groupBy((k, v) -> v).count().toStream().to("counts");
s.groupByKey().reduce((a, b) -> a);
builder.table("customers").filter((k, v) -> true, Materialized.as("good"));
s.groupByKey().aggregate(() -> "", (k, v, all) -> all);"""
NEW = OLD.replace("s.groupBy(", "s.filter((k, v) -> true).groupBy(")


def with_names(new: str, found: Change) -> str:
    """Write the names into the program, each at the call that the plan points at; the last one first."""
    bundle = found.compared.new.bundle
    assert bundle is not None
    text = bundle.files[0].text
    names = migration_of(found).names
    for one in sorted(names, key=lambda one: -(one.origin.span.start if one.origin else 0)):
        assert one.origin is not None
        end = text.index("(", one.origin.span.end) + 1
        rest = text[end:]
        depth = next(at for at in range(len(rest)) if rest[: at + 1].count(")") > rest[:at].count("("))
        comma = ", " if rest[:depth].strip() else ""
        text = f"{text[: end + depth]}{comma}{one.code}{text[end + depth :]}"
    start = text.index(new.splitlines()[0][:20])
    return text[start : text.index("\nbuilder.build()")]


def test_with_the_names_of_the_plan_nothing_is_lost() -> None:
    found = change(OLD, NEW)
    assert found.verdict.certain is Level.STATE_LOSS

    again = change(OLD, with_names(NEW, found))

    assert again.verdict.certain is Level.NOTE
    assert {one.code for one in again.findings} == {"steps-changed", "nodes-renamed"}


def test_steps_stand_in_the_order_in_which_they_are_done() -> None:
    steps = migration_of(change(OLD, NEW)).steps

    assert [one.kind for one in steps] == [StepKind.NAME, StepKind.DRAIN, StepKind.STOP, StepKind.START]
    assert steps[1].topics == ("shop-KSTREAM-AGGREGATE-STATE-STORE-0000000002-repartition",)
    assert "--group shop" in steps[2].commands[0]


def test_what_is_compatible_needs_no_plan() -> None:
    assert migration_of(change(OLD, OLD)).steps == ()


def test_a_store_that_no_name_leads_to_is_said() -> None:
    old = 'builder.stream("a").groupByKey().windowedBy(w).count().suppress(Suppressed.untilWindowCloses(u)).toStream();'
    new = old.replace(".groupByKey", ".peek(p).groupByKey")

    fill = next(one for one in migration_of(change(old, new)).steps if one.kind is StepKind.FILL)

    assert "KTABLE-SUPPRESS-STATE-STORE-0000000005" in fill.sentence


def test_a_name_that_was_given_or_taken_away_is_to_be_the_old_one() -> None:
    """Naming a store that is deployed is what renames it."""
    named = COUNTED.replace("count()", 'count(Materialized.as("n"))')
    joined = 'KStream<String, String> s = builder.stream("a"); s.join(builder.stream("c"), j, w, StreamJoined.as("x"));'

    assert [one.code for one in migration_of(change(COUNTED, named)).names] == [
        'Materialized.as("KSTREAM-AGGREGATE-STATE-STORE-0000000001")'
    ]
    names = migration_of(change(joined, joined.replace(', StreamJoined.as("x")', ""))).names
    assert {one.code for one in names} == {'StreamJoined.as("x")'}


def test_what_no_deployment_makes_good_is_corrected_first() -> None:
    """Without that, the last step would not start."""
    old = 'builder.stream("a").repartition(Repartitioned.as("r").withNumberOfPartitions(2)).to("b");'

    first, *_ = migration_of(change(old, old.replace("(2)", "(3)"))).steps

    assert first.kind is StepKind.CORRECT
    assert "another application id" in first.sentence


def test_a_store_that_cannot_read_its_old_rows_gets_another_name_and_is_not_led_back() -> None:
    old = 'builder.stream("a").groupByKey().count(Materialized.as("n"));'
    new = 'builder.stream("a").groupByKey().windowedBy(SessionWindows.with(gap)).count(Materialized.as("n"));'
    found = change(old, new)
    (fill,) = [one for one in migration_of(found).steps if one.kind is StepKind.FILL]
    assert fill.sentence.endswith("or begin without it under another name.")

    renamed = change(old, new.replace('"n"', '"m"'))
    (finding,) = [one for one in renamed.findings if one.code == "changelog-renamed"]
    assert "Its old name would not keep it" in finding.way_out
    assert not any(one.helps for one in migration_of(renamed).names)


def test_a_foreign_key_join_is_given_no_name_that_names_another_store_of_it() -> None:
    """Materialized names the result; the subscriptions have a store of their own."""
    tables = 'KTable<String, String> l = builder.table("l"), r = builder.table("r");'
    old = f'{tables} l.join(r, x -> x, (x, y) -> x, Materialized.as("joined"));'
    new = f'{tables} l.filter(p).join(r, x -> x, (x, y) -> x, Materialized.as("joined"));'
    (subscriptions,) = [one for one in migration_of(change(old, new)).names if "FK-JOIN" in one.now]
    assert not subscriptions.helps

    named = old.replace("Materialized", 'TableJoined.as("fk"), Materialized')
    names = migration_of(change(named, named.replace('"fk"', '"other"'))).names
    assert [one.code for one in names] == ['TableJoined.as("fk")']


def test_what_brokers_alone_know_is_looked_at_before_anything_is_stopped() -> None:
    """A table that is restored from its topic needs all of that, and Kafka Streams makes no topic of the user's."""
    table = 'builder.table("a", Materialized.as("t"));'
    found = compare(side(table), side(f'{table} builder.stream("c").to("d");', optimize="all"), Deployment("shop"))

    checks = [one.commands for one in migration_of(found).steps if one.kind is StepKind.CHECK]

    assert [one[0].rpartition(" ")[2] for one in checks] == ["a", "d"]


def test_an_older_version_begins_with_empty_directories() -> None:
    found = compare(side(COUNTED, version="4.3.1"), side(COUNTED, version="3.9.2"), Deployment("shop"))

    (wipe,) = [one for one in migration_of(found).steps if one.kind is StepKind.WIPE]
    assert wipe.commands == ("rm -r STATE_DIR/shop",)
