"""Mends what a worker remembers of messages when its broker ends just as a message is acknowledged.

Kombu 5.7 keeps counting a message as being worked on when the broker cannot be told that it is done, and Celery
swallows that error. Once as many are counted as the worker may hold, it asks for no more, and so never notices that
the connection is gone: it waits for ever. Here a message counts as done whether or not the broker could be told; the
broker may deliver it again, and then the job's row says that it is not waiting.
"""

from __future__ import annotations

from kombu.transport import redis, virtual


class Acknowledgement(redis.QoS):
    """What a channel remembers of delivered messages; it forgets one even when the broker does not answer."""

    def ack(self, delivery_tag: str) -> None:
        """Tell the broker that a message is done; raises what the connection raises."""
        try:
            super().ack(delivery_tag)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Tell the broker that a message is not taken; raises what the connection raises."""
        try:
            super().reject(delivery_tag, requeue)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


def install() -> None:
    """Have every channel to a Redis remember its messages in this way."""
    redis.Channel.QoS = Acknowledgement
