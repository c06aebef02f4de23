"""`topoviz lag capture`, as far as it goes without a cluster."""

import importlib.util

import pytest

from topoviz.cli.main import main


def test_without_the_client_it_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["lag", "capture", "--bootstrap-server", "localhost:9092", "--group", "shop"]) == 2
    assert "pip install 'topoviz[kafka]'" in capsys.readouterr().err


def test_somebody_has_to_say_which_cluster(capsys, tmp_path):
    config = tmp_path / "client.properties"
    config.write_text("security.protocol=PLAINTEXT\nacks=all\n")
    assert main(["lag", "capture", "--group", "shop", "--command-config", str(config)]) == 2
    said = capsys.readouterr().err
    assert "not used" in said
    assert "acks" in said
    assert "--bootstrap-server HOST:PORT" in said


@pytest.mark.parametrize(("every", "words"), [("soon", "is no span of time"), ("200ms", "shorter than 1 s")])
def test_the_distance_of_looks_is_a_time(every, words, capsys):
    with pytest.raises(SystemExit):
        main(["lag", "capture", "--bootstrap-server", "localhost:1", "--group", "shop", "--every", every])
    assert words in capsys.readouterr().err


def test_settings_that_the_client_refuses_are_named_and_no_password_is_shown(capsys, tmp_path):
    config = tmp_path / "client.properties"
    config.write_text("security.protocol=SASL_TLS\nsasl.mechanism=PLAIN\nsasl.username=shop\nsasl.password=s3cret\n")
    command = [
        "lag",
        "capture",
        "--bootstrap-server",
        "localhost:1",
        "--group",
        "shop",
        "--command-config",
        str(config),
    ]
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "security.protocol" in said
    assert "s3cret" not in said
