"""What an assignment starts from: the question's settings, the cluster's text, the program's own, the defaults."""

import pytest

from tests.engine.analyzing import analysis_of, analysis_of_files
from topoviz.engine.assigned import Assigned, AssignmentQuestion, assign
from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.played import ScenarioQuestion, play_scenario
from topoviz.engine.sizing.given import Given

CLUSTER = "clients:\n- {name: a}\n- {name: b, threads: 3}\n"
STANDBYS = "props.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);"
OF_CLUSTER = "settings: {num.standby.replicas: 0}\n"
KAFKA = "org.apache.kafka.streams.processor"
SPRING = """
@EnableKafkaStreams class Orders {
    @Bean KStream<String, String> orders(StreamsBuilder builder) {
        KStream<String, String> orders = builder.stream("orders");
        orders.groupBy((key, value) -> value).count();
        return orders;
    }
}
"""


@pytest.mark.parametrize(
    ("program", "text", "asked", "holds", "said_by"),
    [
        ("", "", {}, 0, "the default"),
        (STANDBYS, "", {}, 1, "A.java, line 7"),
        (STANDBYS, OF_CLUSTER, {}, 0, "the cluster's text, line 1"),
        (STANDBYS, OF_CLUSTER, {"num.standby.replicas": "2"}, 2, "asked for"),
    ],
)
def test_what_is_asked_wins_over_the_cluster_and_that_over_the_program(program, text, asked, holds, said_by):
    found = started(program, cluster=text + CLUSTER, settings=asked)

    assert found.settings.num_standby_replicas == holds
    assert str(found.starting.source_of("num.standby.replicas")) == said_by


def test_instances_that_do_not_say_their_threads_have_those_of_the_program():
    threads = "props.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 4);"

    assert counts(started(threads)) == [4, 3]
    assert counts(started(threads, cluster="settings: {num.stream.threads: 2}\n" + CLUSTER)) == [2, 3]
    assert counts(started(threads, settings={"num.stream.threads": "5"})) == [5, 3]
    assert counts(started("")) == [1, 3]


def test_settings_of_configuration_files_have_the_line_of_the_file():
    prefix = "spring.kafka.streams"
    text = f"{prefix}.properties.num.standby.replicas=1\n{prefix}.state-store-cache-max-size=2MB\n"
    found = of_files({"Orders.java": SPRING, "application.properties": text})
    cache = found.starting.configuration.cache

    assert str(found.starting.source_of("num.standby.replicas")) == "application.properties, line 1"
    assert (cache.name, cache.value, str(cache.said_by)) == (
        "statestore.cache.max.bytes", 2 << 20, "application.properties, line 2",
    )  # fmt: skip


def test_what_the_program_sets_and_nobody_knows_is_said_and_not_passed_over():
    unknown = 'props.put("num.standby.replicas", System.getenv("STANDBYS"));'
    found = started(unknown)

    assert found.settings.num_standby_replicas == 0
    assert found.doubts[0].startswith("What num.standby.replicas is does not follow from the text (A.java, line 7).")
    assert found.doubts[0].endswith("Taken is the default; say the value among the settings.")
    assert not about("num.standby", started(unknown, settings={"num.standby.replicas": "1"}).doubts)


def test_what_is_only_likely_is_taken_and_said():
    text = "spring.kafka.streams.properties.num.standby.replicas=${STANDBYS:1}\n"
    found = of_files({"Orders.java": SPRING, "application.properties": text})

    assert found.settings.num_standby_replicas == 1
    assert about("is taken to be 1 (application.properties, line 1)", found.doubts)


def test_threads_that_nobody_knows_matter_only_where_an_instance_does_not_say_its_own():
    unknown = 'props.put("num.stream.threads", System.getenv("THREADS"));'

    assert about("num.stream.threads", started(unknown).doubts)
    assert not about("num.stream.threads", started(unknown, cluster="clients: [{name: a, threads: 2}]").doubts)


def test_properties_from_outside_may_hold_more():
    assert about("come from outside its text", started("props.putAll(Other.load());").notes)
    assert not started(STANDBYS).notes


@pytest.mark.parametrize(
    ("setting", "version", "said"),
    [
        ('"acceptable.recovery.lag", 1', "2.5.1", "came with Kafka Streams 2.6.0"),
        ('"client.tag.zone", "x"', "3.1.2", "came with Kafka Streams 3.2.0"),
        ('"task.assignor.class", "x"', "3.7.2", "came with Kafka Streams 3.8.0"),
    ],
)
def test_a_setting_of_the_program_that_the_version_lacks_is_passed_over_with_a_note(setting, version, said):
    assert about(said, started(f"props.put({setting});", version=version).notes)


def test_a_value_that_kafka_streams_refuses_is_doubted():
    found = started('props.put("num.standby.replicas", "-1");')

    assert about("num.standby.replicas (A.java, line 7) is not a whole number", found.doubts)


@pytest.mark.parametrize(
    ("setting", "version", "assignor"),
    [
        (f'"task.assignor.class", "{KAFKA}.assignment.assignors.StickyTaskAssignor"', "3.9.2", "public-sticky"),
        (f'"internal.task.assignor.class", "{KAFKA}.internals.assignment.StickyTaskAssignor"', "3.7.2", "sticky"),
        ('StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams"', "4.2.0", "streams-group"),
    ],
)
def test_the_program_chooses_the_assignor(setting, version, assignor):
    program = f"props.put({setting});"
    found = started(program, version=version)

    assert found.rebalance.assignor.name == assignor
    assert str(found.starting.source_of("assignor")) == "A.java, line 7"
    of_other = started(program, version=version, assignor="fallback-prior")
    assert of_other.rebalance.assignor.name == "fallback-prior"


def test_a_class_that_is_not_kafkas_is_doubted():
    found = started('props.put("task.assignor.class", "com.acme.Mine");')

    assert found.rebalance.assignor.name == "high-availability"
    assert about("task.assignor.class is com.acme.Mine (A.java, line 7), a class that is not Kafka's", found.doubts)
    with pytest.raises(BadSetting, match=r"task\.assignor\.class is 'com\.acme\.Mine'"):
        started("", settings={"task.assignor.class": "com.acme.Mine"})


def test_the_protocol_of_the_group_follows_the_assignor():
    program = 'props.put("group.protocol", "streams");'
    of_group = started("", version="4.2.0", assignor="streams-group").starting.configuration
    of_leader = started(program, version="4.2.0", assignor="sticky").starting.configuration

    assert (of_group.text("group.protocol"), of_leader.text("group.protocol")) == ("streams", "classic")


def test_what_is_asked_under_a_wider_name_replaces_what_the_program_says_under_a_narrower_one():
    program = "props.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 500);"
    setting = started(program, settings={"max.poll.records": "7"}).starting.configuration.setting("max.poll.records")

    assert (setting.value, str(setting.said_by)) == (7, "asked for")
    assert started(program).starting.configuration.number("max.poll.records") == 500


def test_the_old_cache_that_is_asked_for_replaces_the_new_one_of_the_program():
    found = started('props.put("statestore.cache.max.bytes", 5);', settings={"cache.max.bytes.buffering": "9"})

    assert found.starting.configuration.cache.value == 9


def test_tags_and_racks_of_the_program_are_those_of_instances_that_have_none():
    program = 'props.put(StreamsConfig.clientTagPrefix("zone"), "x"); props.put("client.rack", "r1");'
    clients = started(program, cluster="clients: [{name: a}, {name: b, tags: {zone: y}, rack: r2}]").cluster.clients

    assert [(client.tags, client.rack) for client in clients] == [({"zone": "x"}, "r1"), ({"zone": "y"}, "r2")]


def test_what_nobody_knows_of_memory_stands_with_the_memory():
    found = started('props.put("buffer.memory", System.getenv("MEMORY"));', given=Given())

    assert about("What buffer.memory is", found.sizing.notes)
    assert not about("buffer.memory", found.doubts)


def test_a_scenario_starts_from_the_same_settings():
    program = (
        'props.put("num.stream.threads", 2); props.put("num.standby.replicas", 1); '
        'props.put(StreamsConfig.mainConsumerPrefix("session.timeout.ms"), 20000); '
        'props.put("commit.interval.ms", System.getenv("COMMIT"));'
    )
    analysis = analysis_of(program_text(program))
    question = ScenarioQuestion("orders=3", "events:\n- {at: 1m, kill: b}\n", CLUSTER)
    played = play_scenario(analysis.topologies[0], question, analysis.behaviours)
    scenario = played.played.scenario

    assert played.settings.num_standby_replicas == 1
    assert [len(client.threads) for client in scenario.cluster.clients] == [2, 3]
    assert scenario.runtime.session_timeout_ms == 20_000
    assert about("What commit.interval.ms is", played.played.doubts)


def started(program: str, version: str = "3.9.2", cluster: str = CLUSTER, **given) -> Assigned:
    return asked(analysis_of(program_text(program), version=version), cluster, **given)


def program_text(settings: str) -> str:
    """Give a program whose settings stand from its seventh line on."""
    return f"""
class A {{
  public static void main(String[] args) {{
    Properties props = new Properties();
    props.put("application.id", "a");
    props.put("bootstrap.servers", "b:9092");
    {settings}
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("orders").groupBy((k, v) -> v).count();
    new KafkaStreams(builder.build(), props).start();
  }}
}}"""


def of_files(files: dict[str, str]) -> Assigned:
    return asked(analysis_of_files(files), CLUSTER)


def asked(analysis, cluster: str, **given) -> Assigned:
    question = AssignmentQuestion("orders=3", cluster, **given)
    return assign(analysis.topologies[0], question, analysis.behaviours)


def counts(found: Assigned) -> list[int]:
    return [len(client.threads) for client in found.rebalance.clients]


def about(words: str, sentences) -> bool:
    return any(words in sentence for sentence in sentences)
