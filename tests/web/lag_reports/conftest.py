"""What the tests of lag reports share."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.web.conftest import analyzed

HISTORY = b"""timestamp,group,topic,partition,log_end_offset,committed_offset
2026-03-02T10:00:00Z,app,orders,0,100,90
2026-03-02T10:01:00Z,app,orders,0,200,95
"""


def upload(client, analysis, *contents, name="lag.csv", **fields):
    files = [SimpleUploadedFile(name, content) for content in contents or (HISTORY,)]
    return client.post("/api/v1/lag-reports", {"analysis": analysis["id"], "file": files, **fields})


@pytest.fixture
def analysis(world):
    """An analysis of Alice's."""
    return analyzed(world.alice)
