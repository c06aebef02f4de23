"""The server's own wheel: what pip takes from it, and that it is the package that is published."""

import email
import io
import subprocess
import sys
import zipfile

import pytest

from topoviz.web.documents.wheel import own_wheel

pytestmark = pytest.mark.django_db


def read(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_it_is_the_wheel_that_is_published(project, tmp_path):
    """But for what says who made it."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (published,) = tmp_path.glob("*.whl")
    wheel = own_wheel()

    ours, theirs = read(wheel.data), read(published.read_bytes())

    assert wheel.name == published.name
    assert set(ours) == set(theirs)
    assert [name for name in ours if ours[name] != theirs[name] and ".dist-info/" not in name] == []
    assert needed(ours) == needed(theirs)


def needed(files):
    """Give what pip asks of a package, without extras: its text is as old as the installation."""
    (about,) = (data for name, data in files.items() if name.endswith("/METADATA"))
    headers = email.message_from_bytes(about)
    base = sorted(one for one in headers.get_all("Requires-Dist") if "extra ==" not in one)
    return headers["Name"], headers["Version"], headers["Requires-Python"], base


ASKING = "from topoviz.web.documents.wheel import own_wheel; print(own_wheel().sha256)"


def test_pip_installs_it_from_the_server_and_what_is_installed_gives_the_same_wheel(live_server, tmp_path):
    target = tmp_path / "installed"
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "-i", f"{live_server.url}/simple/"]
    own = ["--isolated", "--disable-pip-version-check", "--no-cache-dir", "--target", str(target)]

    subprocess.run([*command, *own, "topoviz"], check=True, capture_output=True, cwd=tmp_path)

    run = [sys.executable, "-P", "-c", f"import topoviz; print(topoviz.__file__)\n{ASKING}"]
    finished = subprocess.run(run, env={"PYTHONPATH": str(target)}, capture_output=True, text=True, check=False)
    assert finished.stdout.split() == [str(target / "topoviz" / "__init__.py"), own_wheel().sha256], finished.stderr


def test_everybody_has_it_and_asks_again_each_time(client, settings):
    settings.TOPOVIZ_ANONYMOUS = False
    name = own_wheel().name

    assert '<a href="/simple/topoviz/">topoviz</a>' in client.get("/simple/").content.decode()
    page = client.get("/simple/topoviz/").content.decode()
    assert f'href="/simple/topoviz/{name}#sha256={own_wheel().sha256}"' in page
    assert 'data-requires-python="&gt;=3.11"' in page
    answer = client.get(f"/simple/topoviz/{name}")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "public, no-cache")
    assert client.get(f"/simple/topoviz/{name}", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert client.get("/simple/topoviz/topoviz-9-py3-none-any.whl").status_code == 404
