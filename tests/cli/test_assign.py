"""`topoviz assign`: who gets which task, from files."""

import json

import pytest

from topoviz.cli.main import main

PROGRAM = 'builder.stream("orders").groupByKey().count();'
CLUSTER = "clients:\n- {name: a, process: 00000000-0000-0000-0000-000000000001, threads: 2}\n"


@pytest.fixture
def run(tmp_path, capsys):
    """Run the command on files with these texts; gives the exit code, the output and what is said beside it."""

    def run(*options, counts="orders=3", cluster=CLUSTER):
        for name, text in (("A.java", PROGRAM), ("counts.txt", counts), ("cluster.yml", cluster)):
            (tmp_path / name).write_text(text)
        files = [str(tmp_path / "A.java"), "--partitions", str(tmp_path / "counts.txt")]
        code = main(["assign", *files, "--cluster", str(tmp_path / "cluster.yml"), "--kafka", "3.9", *options])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_it_prints_threads_with_their_tasks(run):
    code, out, err = run()

    assert code == 0
    assert out.splitlines()[1:4] == [
        "a (2 threads)",
        "  StreamThread-1  active 0_0 0_2",
        "  StreamThread-2  active 0_1",
    ]
    assert err == ""


def test_json_is_what_the_api_gives(run):
    document = json.loads(run("--format", "json")[1])

    assert (document["schema"], document["rebalance"]["idle_threads"]) == ("topoviz/assignment@1", 0)


def test_with_why_every_task_has_its_reason(run):
    assert "  0_0 active on a: On a: there is no other client." in run("--why")[1]


def test_settings_and_the_assignor_are_options(run):
    document = json.loads(run("--format", "json", "--assignor", "sticky", "--setting", "num.standby.replicas=1")[1])

    assert document["assignor"]["name"] == "sticky"
    assert document["settings"]["num.standby.replicas"] == "1"


def test_what_is_said_of_machines_is_reckoned_with(run):
    out = run("--cpus", "1", "--record-bytes", "200", "--record-ms", "0.5")[1]

    assert "2 stream threads / 1 CPU = 2 on each" in out
    assert "Polls of a: 1,000 records × 0.5 ms × 2 = 1 s" in out
    assert "× 200 bytes = " in out


def test_sizes_of_stores_say_what_is_restored_by_assign_and_tasks(run, tmp_path, capsys):
    sizes = tmp_path / "sizes.yml"
    sizes.write_text("bytes: {KSTREAM-AGGREGATE-STATE-STORE-0000000001: 5_000}")
    _, out, _ = run("--sizes", str(sizes))
    assert "clients restore copies that they did not have: 14.65 KiB for 3 active tasks" in out

    files = [str(tmp_path / "A.java"), "--partitions", str(tmp_path / "counts.txt"), "--sizes", str(sizes)]
    assert main(["tasks", *files, "--kafka", "3.9"]) == 0
    assert "STORE-0000000001-changelog-2 (4.88 KiB)" in capsys.readouterr().out
    assert main(["tasks", *files, "--kafka", "3.9", "--format", "markdown"]) == 0
    assert "| 4.88 KiB |" in capsys.readouterr().out
    sizes.write_text("nothing")
    assert run("--sizes", str(sizes))[0] == 2


@pytest.mark.parametrize("option", ["--cpus=0", "--cpus=1.5", "--record-bytes=-1", "--record-ms=x"])
def test_what_is_no_such_number_is_refused(run, capsys, option):
    with pytest.raises(SystemExit):
        run(option)

    assert "number from" in capsys.readouterr().err


def test_a_cluster_without_a_word_is_no_cluster(run):
    code, out, err = run(cluster="\n")

    assert (code, out) == (2, "")
    assert "cluster.yml is empty, so there is no client that could get a task." in err


def test_what_rests_on_something_that_nobody_said_ends_with_another_code(run):
    code, _, err = run(cluster="clients:\n- {name: a}\n- {name: b}\n")

    assert code == 3
    assert err.startswith("unsure: The process ids of a, b are not given.")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"cluster": "clients: 1"}, "topoviz: Line 1 of the cluster has no list of `clients`."),
        ({"counts": "orders"}, "topoviz: Line 1 of the partition counts is not of the form TOPIC=NUMBER"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(run, given, said):
    code, out, err = run(**given)

    assert (code, out) == (2, "")
    assert err.startswith(said)
