"""How long tests wait: for work that must end, and for what must come, on a slow and busy machine too."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

FAR_TOO_LONG = 15
"""Seconds of the processor. What these tests guard against takes minutes; what they do takes a second or less."""

OF_A_PAGE = 60
"""Seconds that a test waits for what a page shows; a picture may wait behind others on a busy machine."""

QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC -Xss4m"
"""Options of a Java that starts quickly; tests are over before it would have got warm. Compiling once, it would keep
48 MB of code, which a few reports fill, and then throw some away and compile it again. Who goes through operators needs
a deep stack, the more so where a busy machine has not compiled Spark's own methods yet."""

PATIENCE = 600
"""Seconds that a test waits for what must come, a report of Spark's for one, before it takes it for lost."""


@contextmanager
def ends() -> Iterator[None]:
    """Fail when what is done inside takes the processor as long as only a runaway does."""
    started = time.process_time()
    yield
    assert time.process_time() - started < FAR_TOO_LONG
