"""`{% island %}`: what Vite has built, under Vite's own names."""

import json

import pytest
from django.core.exceptions import ImproperlyConfigured

from topoviz.web.settings import carries_its_hash
from topoviz.web.templatetags import islands

MANIFEST = {
    "src/bench.ts": {"file": "assets/bench-AbCd1234.js", "css": ["assets/bench-x.css"], "imports": ["_shared.js"]},
    "_shared.js": {"file": "assets/shared-y.js", "css": ["assets/shared.css"], "imports": ["src/bench.ts"]},
}


@pytest.fixture(autouse=True)
def build(tmp_path, monkeypatch):
    """A build with two chunks that import each other."""
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST), encoding="utf-8")
    monkeypatch.setattr(islands, "BUILD", tmp_path)


def test_it_loads_the_script_its_styles_and_what_it_imports():
    assert islands.island("bench") == (
        '<link rel="stylesheet" href="/static/topoviz/build/assets/bench-x.css">'
        '<link rel="stylesheet" href="/static/topoviz/build/assets/shared.css">'
        '<link rel="modulepreload" href="/static/topoviz/build/assets/shared-y.js">'
        '<script type="module" src="/static/topoviz/build/assets/bench-AbCd1234.js"></script>'
    )


def test_an_island_that_was_not_built_is_a_mistake():
    with pytest.raises(ImproperlyConfigured, match="no island called other"):
        islands.island("other")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("/static/topoviz/topoviz.0123456789ab.css", True),
        ("/static/topoviz/build/assets/bench-AbCd1234.js", True),
        ("/static/topoviz/topoviz.css", False),
        ("/static/topoviz/build/manifest.json", False),
    ],
)
def test_browsers_keep_for_ever_what_carries_its_hash(url, expected):
    assert carries_its_hash("", url) is expected
