"""The product with all its processes, and a browser that looks at it."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.pace import OF_A_PAGE

WRONG = ("error", "warning")


@pytest.fixture(scope="session")
def chromium():
    """The path of a Chromium; nothing is downloaded for the tests."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
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
        running = playwright.chromium.launch(executable_path=chromium, args=["--disable-dev-shm-usage"])
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
            "TOPOVIZ_DATA": str(data / "data"),
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
