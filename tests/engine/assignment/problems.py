"""Write problems of assignment in a line, for the tests of assignors."""

from uuid import UUID

from tests.engine.analyzing import NEW, behaviours
from topoviz.engine.assignment.problem import AssignmentProblem, ClientState
from topoviz.engine.assignment.result import AssignmentResult, Placement
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.tasks.task_id import TaskId, parse_task_id


def tasks(text: str) -> tuple[TaskId, ...]:
    """Read `0_0 0_1`."""
    return tuple(map(parse_task_id, text.split()))


def client(number: int, *, threads: int = 1, active: str = "", standby: str = "") -> ClientState:
    """A client whose id is a number, in hash order too."""
    return ClientState(UUID(int=number), threads, tasks(active), tasks(standby))


def problem(
    *clients: ClientState, counts: tuple[int, ...], standbys: int = 0, stateful: bool = True, version: str = NEW
) -> AssignmentProblem:
    """A problem whose sub-topologies have so many tasks each."""
    found = tuple(TaskId(group, number) for group, count in enumerate(counts) for number in range(count))
    settings = AssignmentSettings(num_standby_replicas=standbys)
    return AssignmentProblem(behaviours(version), settings, found, frozenset(found if stateful else ()), clients)


def shown(result: AssignmentResult) -> dict[int, str]:
    """Say what each client gets, by the number that is its id: active tasks / standby tasks."""
    return {
        one.process_id.int: f"{' '.join(map(str, one.active))} / {' '.join(map(str, one.standby))}".strip()
        for one in result.clients
    }


def placement(result: AssignmentResult, task: str, role: str = "active") -> Placement:
    """Give the one placement of a task in a role."""
    [found] = [one for one in result.placements if str(one.task) == task and one.role == role]
    return found
