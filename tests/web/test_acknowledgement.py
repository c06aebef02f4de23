"""A worker asks for more after its broker was lost, whatever it was about to acknowledge."""

import subprocess
import time

import pytest
from kombu import Connection, Consumer, Producer, Queue

import topoviz.web.celery  # noqa: F401 - it installs what is tested
from topoviz.web import broker


@pytest.fixture
def server(tmp_path_factory, tmp_path):
    socket = tmp_path_factory.mktemp("b") / "s"
    child = broker.broker_child(broker.wheel_binary(), socket, tmp_path / "broker")
    process = subprocess.Popen(child.command, stdout=subprocess.DEVNULL)
    while not socket.exists():
        assert process.poll() is None
        time.sleep(0.02)
    process.socket = socket
    yield process
    process.kill()
    process.wait()


@pytest.mark.parametrize("answer", ["ack", "reject", "requeue"])
def test_a_message_that_cannot_be_acknowledged_is_not_waited_for(server, answer):
    taken = []
    with Connection(f"redis+socket://{server.socket}") as connection:
        channel = connection.channel()
        queue = Queue("bells", channel=channel)
        queue.declare()
        Producer(channel).publish("a bell", routing_key="bells")
        consumer = Consumer(channel, [queue], on_message=taken.append)
        consumer.qos(prefetch_count=1)
        with consumer:
            connection.drain_events(timeout=5)
            assert not channel.qos.can_consume()
            server.kill()
            server.wait()

            with pytest.raises(connection.connection_errors):
                getattr(taken[0], answer)()

            assert channel.qos.can_consume()
