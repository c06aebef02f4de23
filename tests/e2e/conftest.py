"""The product with all its processes, and a browser that looks at it."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.pace import OF_A_PAGE, QUICK_JAVA

WRONG = ("error", "warning")

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same Chromium without windows and tool bars, and takes less than half the processor for a page."""


@pytest.fixture(scope="session")
def chromium():
    """The path of a Chromium; nothing is downloaded for the tests."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None and os.environ.get("TOPOVIZ_BROWSER_REQUIRED"):
        pytest.fail("There is no Chromium here, and TOPOVIZ_BROWSER_REQUIRED says that there must be one.")
    if found is None:
        pytest.skip("There is no Chromium here; install one, or name it in CHROMIUM.")
    return found


@pytest.fixture(scope="module")
def browser(chromium):
    """Drive a browser. What drives it has an event loop, and beside one Django's database cannot be used."""
    playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    playwright_api.expect.set_options(timeout=OF_A_PAGE * 1_000)
    with playwright_api.sync_playwright() as playwright:
        # Letters have their own widths, as in a window on a screen of today, and not those of whole pixels.
        options = ["--disable-dev-shm-usage", "--font-render-hinting=none"]
        running = playwright.chromium.launch(executable_path=chromium, args=options)
        yield running
        running.close()


@pytest.fixture(scope="session")
def product(chromium, tmp_path_factory):
    """Start the product on a free port, with data of its own, and give its address."""
    data = tmp_path_factory.mktemp("e2e")
    process = subprocess.Popen(
        [sys.executable, "-m", "django", "up", "--port", "0"],
        env=os.environ
        | {
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "topoviz.web.settings",
            "JAVA_TOOL_OPTIONS": QUICK_JAVA,
            "TOPOVIZ_DATA": str(data / "data"),
            "TOPOVIZ_LIMITS": json.dumps({"spark_archive_bytes": 0}),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield address_of(process)
    finally:
        process.terminate()
        process.communicate(timeout=60)


def address_of(process):
    """Wait for the address that the product prints."""
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"topoviz is up: (http://[\d.]+:\d+)/", line):
            return found[1]
    raise AssertionError("".join(said))


@pytest.fixture
def complaints():
    """What pages complain about, the content policy included; at the end there must be nothing left here."""
    said = []
    yield said
    assert said == []


@pytest.fixture
def open_page(browser, product, complaints):
    """Open pages, each in a browser session of its own."""
    contexts = []

    def open_one(path="/", *, width=1280, height=800, **options):
        context = browser.new_context(base_url=product, viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(OF_A_PAGE * 1_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in WRONG else None)
        page.goto(path)
        return page

    yield open_one
    for context in contexts:
        context.close()
