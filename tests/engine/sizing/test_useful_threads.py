"""How many threads can have work, what one more partition brings, and where a sub-topology could be made two."""

from tests.engine.sizing.asking import COUNT, sized
from topoviz.engine.sizing.given import Given

JOINED = (
    'KStream<String, String> orders = builder.stream("orders");\n'
    'orders.join(builder.table("customers", Materialized.as("customers-store")), (a, b) -> a)'
    '.groupByKey().count(Materialized.as("counts"));'
)
MERGED = 'builder.stream("a").merge(builder.stream("b")).to("out");'
FOUR_AND_FIVE = 'builder.stream("a").merge(builder.stream("b")).to("x"); builder.stream("c").to("y");'


def test_the_widest_topic_of_each_sub_topology_sets_the_most():
    found = sized(FOUR_AND_FIVE, "a=4\nb=5\nc=4", "clients: [{name: one, threads: 12}]").useful

    assert (found.most, found.threads, found.idle) == (9, 12, 3)
    assert found.sentence == (
        "At most 9 stream threads can have an active task: 5 + 4 = 9 tasks. Sub-topology 0 has the most of them, "
        "because of b with 5 partitions. Of 12 threads, 3 are idle now."
    )


def test_one_more_partition_helps_only_where_it_is_the_widest():
    found = sized(FOUR_AND_FIVE, "a=4\nb=5\nc=4").growths

    assert [(growth.topics, growth.more) for growth in found] == [(("b",), 1), (("c",), 1), (("a",), 0)]


def test_topics_that_are_joined_grow_together_and_internal_ones_stand_in_the_way():
    [growth] = sized(JOINED, "orders=4\ncustomers=4").growths

    assert (growth.topics, growth.tasks_before, growth.tasks_after) == (("customers", "orders"), 4, 5)
    assert ("counts-changelog", 4, 5) in growth.internal
    assert "Existing internal topic" in growth.sentence


def test_an_arrow_between_two_stores_is_where_a_topic_would_make_two_sub_topologies():
    [split] = sized(JOINED, "orders=4\ncustomers=4").splits

    assert (split.above.stores, split.below.stores, split.more) == (("customers-store",), ("counts",), 4)
    assert split.next_step.startswith("Call repartition()")
    assert "through()" in sized(JOINED, "orders=4\ncustomers=4", version="2.5.1").splits[0].next_step


def test_what_a_merge_ties_could_go_on_by_itself():
    [split] = sized(MERGED, "a=2\nb=3").splits

    assert (split.tasks, split.above.tasks + split.below.tasks) == (3, 5)


def test_two_stores_that_one_processor_uses_are_not_parted():
    program = (
        "StoreBuilder<KeyValueStore<String, String>> one = Stores.keyValueStoreBuilder("
        'Stores.persistentKeyValueStore("one"), Serdes.String(), Serdes.String());\n'
        "StoreBuilder<KeyValueStore<String, String>> two = Stores.keyValueStoreBuilder("
        'Stores.persistentKeyValueStore("two"), Serdes.String(), Serdes.String());\n'
        "builder.addStateStore(one); builder.addStateStore(two);\n"
        'builder.stream("orders").process(Enricher::new, "one", "two");'
    )
    [split] = sized(program).splits

    assert (split.arrow, split.stores) == (None, ("one", "two"))


def test_too_many_threads_are_named_with_their_arithmetic():
    found = sized(cluster="clients: [{name: a, threads: 6}]", given=Given(cpus=2)).suggestions

    assert [(one.change.value, one.arithmetic) for one in found][:2] == [
        (
            "fewer-threads",
            "6 threads − 4 tasks = 2 idle; up to 36 MiB of producer buffer and stacks for each = 72 MiB",
        ),
        ("fewer-threads", "6 stream threads / 2 CPUs = 3 on each, with 4 JVM threads for each of them"),
    ]


def test_too_few_threads_may_grow_to_the_number_of_tasks_or_of_cpus():
    [found] = sized(COUNT, "orders=8", given=Given(cpus=3)).suggestions

    assert (
        found.arithmetic == "8 tasks − 2 threads = 6, CPUs without a stream thread: 1; the fullest thread has 4 tasks"
    )
    assert "up to 3 threads in all" in found.next_step
