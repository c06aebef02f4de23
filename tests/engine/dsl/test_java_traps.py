"""What is easily misread in Java: the engine says what the real library says, or that it is not sure."""

import pytest

from tests.engine.dsl.traps import PARTS, answered_wrongly
from tests.oracle.java_traps import JAVA


@pytest.mark.parametrize("part", range(PARTS))
def test_no_trap_is_answered_wrongly_without_a_word(part: int) -> None:
    assert answered_wrongly(JAVA, JAVA.traps()[part::PARTS]) == {}
