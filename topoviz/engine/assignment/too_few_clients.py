"""What Kafka Streams logs where a task gets fewer standbys than are wanted, word for word.

Kafka: StickyTaskAssignor, StandbyTaskAssignmentUtils, and the brokers' StickyTaskAssignor (KIP-1071).
"""

from __future__ import annotations


def too_few_clients(task: object, missing: int, wanted: int, *, names_threads: bool = True) -> str:
    """Give the warning for a task, as the assignor writes its id; some versions ask for instances alone."""
    what = "threads and/or application instances" if names_threads else "application instances"
    return (
        f"Unable to assign {missing} of {wanted} standby tasks for task [{task}]. There is not enough available "
        f"capacity. You should increase the number of {what} to maintain the requested number of standby replicas."
    )
