"""What every command says about what is not certain."""

import json
import shlex
from importlib.metadata import version

import pytest

from topoviz.cli.main import main

OPEN = """
class Orders {
    void build(String topic, Set<String> flags) {
        StreamsBuilder builder = new StreamsBuilder();
        if (flags.contains("it's on")) builder.stream(topic).to("copies");
    }
}
"""


@pytest.fixture
def said(tmp_path, capsys):
    """What a command writes to standard error about a program, a line for each finding."""

    def run(text, *options):
        file = tmp_path / "Orders.java"
        file.write_text(text)
        code = main(["describe", str(file), "--kafka", "3.9", *options])
        return code, capsys.readouterr().err.replace(str(file), "Orders.java").splitlines()

    return run


def test_a_finding_has_its_place_and_what_it_does_to_the_result(said):
    code, (condition, topic) = said(OPEN)

    assert code == 3
    assert condition.startswith(
        'Orders.java:5:13: unsure: Whether this part runs depends on flags.contains("it\'s on")'
    )
    assert topic.startswith("Orders.java:5:")


def test_what_the_text_leaves_open_is_asked_for_as_a_shell_takes_it(said):
    _, (condition, topic) = said(OPEN)

    assert shlex.split(condition.partition(" with ")[2].removesuffix(".")) == ["--set", 'flags.contains("it\'s on")=…']
    assert topic.endswith("Say what it is with --set 'topic=…'.")


def test_what_was_asked_for_settles_it(said):
    code, findings = said(OPEN, "--set", 'flags.contains("it\'s on")=true', "--set", "topic=orders")

    assert (code, findings) == (0, [])


def test_a_version_that_nobody_gave_is_told_with_its_reason_and_leaves_the_exit_code_alone(tmp_path, capsys):
    file = tmp_path / "Orders.java"
    file.write_text('builder.stream("a").through("b");')

    assert main(["describe", str(file)]) == 0
    assert capsys.readouterr().err == (
        f"{file}:1:1: note: Kafka Streams 3.9.2: the newest version that has every method of the text; "
        "KStream#through was removed in Kafka Streams 4.0.0. --kafka chooses another.\n"
    )


@pytest.mark.parametrize("command", ["plan", "explain"])
def test_the_reason_for_a_version_stands_in_json_too(tmp_path, capsys, command):
    file, build = tmp_path / "Orders.java", tmp_path / "build.gradle"
    file.write_text('builder.stream("a").to("b");')
    build.write_text('dependencies { implementation "org.apache.kafka:kafka-streams:3.9.1" }')

    assert main([command, str(file), str(build), "--format", "json"]) == 0
    choice = json.loads(capsys.readouterr().out)["version_choice"]
    assert (choice["by"], choice["at"]["file"], choice["at"]["line"]) == ("build-file", str(build), 1)
    assert choice["sentence"] == f"Kafka Streams 3.9.1: {build} names it."


def test_it_says_which_one_it_is(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])

    assert (ended.value.code, capsys.readouterr().out) == (0, f"topoviz {version('topoviz')}\n")
