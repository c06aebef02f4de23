"""What is easily misread in Java: the engine says what the real library says, or that it is not sure."""

import pytest

from tests.engine.dsl.traps import answer
from tests.oracle.java_traps import JAVA
from tests.oracle.traps import Trap


@pytest.mark.parametrize("trap", [pytest.param(trap, id=trap.title) for trap in JAVA.traps()])
def test_no_trap_is_answered_wrongly_without_a_word(trap: Trap) -> None:
    said, is_sure = answer(JAVA, trap)

    assert said == trap.answer or not is_sure
