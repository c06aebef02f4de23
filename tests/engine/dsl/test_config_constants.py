"""Names of settings as programs write them: constants of StreamsConfig and of the clients, and their prefixes."""

import pytest

from tests.engine.analyzing import topology_of

START = """class A {{ public static void main(String[] a) {{ Properties p = new Properties(); {0}
StreamsBuilder b = new StreamsBuilder(); b.stream("in").to("out"); new KafkaStreams(b.build(), p).start(); {1} }} }}"""


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG", "max.warmup.replicas"),
        ("ProducerConfig.BUFFER_MEMORY_CONFIG", "buffer.memory"),
        ("StreamsConfig.producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG)", "producer.buffer.memory"),
        ("StreamsConfig.restoreConsumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG)",
         "restore.consumer.fetch.max.bytes"),
        ("StreamsConfig.InternalConfig.INTERNAL_TASK_ASSIGNOR_CLASS", "internal.task.assignor.class"),
    ],
)  # fmt: skip
def test_the_name_of_a_setting_is_known(written, name):
    settings = topology_of(START.format(f'p.put({written}, "7");', "")).settings

    assert settings.settings[name].text == "7"
    assert settings.is_all


def test_a_constant_that_a_version_lacks_does_not_compile():
    program = START.format("p.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, x);", "")

    assert "exists from Kafka Streams 3.8.0 on" in str(topology_of(program, version="3.7.2").refusal.message)


def test_what_is_set_after_the_start_comes_too_late():
    settings = topology_of(START.format('p.put("num.stream.threads", 2);', 'p.put("num.stream.threads", 9);')).settings

    assert settings.settings["num.stream.threads"].text == "2"


def test_a_value_that_is_put_twice_has_the_place_of_the_last():
    settings = topology_of(START.format('p.put("a.b", 1);\np.setProperty("a.b", "2");', "")).settings

    assert (settings.settings["a.b"].text, settings.settings["a.b"].line) == ("2", 2)


def test_without_a_start_nothing_is_said_of_settings():
    assert topology_of('builder.stream("in").to("out");').settings is None
