"""The oracle's command line: `python -m tests.oracle record`, `check` and so on, from the root of the project."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.oracle.api import record_api
from tests.oracle.assignment.commands import add_assign
from tests.oracle.bundles.record import record_bundles
from tests.oracle.class_path import cache_directory
from tests.oracle.java_traps import JAVA
from tests.oracle.kotlin_traps import KOTLIN
from tests.oracle.languages import Failure
from tests.oracle.log_lines.commands import add_log_lines
from tests.oracle.record import record_calls, record_version
from tests.oracle.runtime.commands import add_runtime
from tests.oracle.traps import record_traps
from tests.oracle.versions import DEFAULT_VERSIONS, RECORDED_VERSIONS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; the exit code is 1 when any program got no answer."""
    options = _parser().parse_args(arguments)
    exit_code: int = options.run(options)
    return exit_code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description="Ask the real kafka-streams library.")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    record = verbs.add_parser("record", help="record what the library says about the fixture programs")
    record.add_argument("--only", default="", metavar="SUBSTRING", help="programs whose group/name contains this")
    record.set_defaults(run=_record)
    api = verbs.add_parser("api", help="write down the public methods of the DSL's classes")
    api.set_defaults(run=_api)
    calls = verbs.add_parser("calls", help="write down which of these methods the fixture programs call")
    calls.set_defaults(run=_calls)
    history = verbs.add_parser("history", help="write down which releases have each of these methods")
    history.set_defaults(run=_history)
    boms = verbs.add_parser("boms", help="write down which version each release of a platform brings")
    boms.set_defaults(run=_boms)
    patches = verbs.add_parser("patches", help="find out which releases equal a recorded one, by their sources")
    patches.set_defaults(run=_patches)
    add = verbs.add_parser("add", help="record and try a new release, and print its line for the tests' page")
    add.add_argument("version", metavar="VERSION")
    add.add_argument("--seed", type=int, default=1, metavar="N", help="of the random programs (default: 1)")
    add.set_defaults(run=_add)
    bundles = verbs.add_parser("bundles", help="record programs of several files and of frameworks by starting them")
    bundles.add_argument("--only", default="", metavar="SUBSTRING", help="programs whose runtime/name contains this")
    bundles.set_defaults(run=_bundles)
    traps = verbs.add_parser("traps", help="write down what the library says of programs that are easily misread")
    traps.add_argument("language", choices=("java", "kotlin"), help="which traps")
    traps.set_defaults(run=_traps)
    add_assign(verbs)
    add_runtime(verbs)
    add_log_lines(verbs)
    changes = verbs.add_parser("changes", help="record pairs of programs before and after an edit, or check them")
    changes.add_argument("what", choices=("record", "check"))
    changes.add_argument("--only", default="", metavar="SUBSTRING", help="pairs whose group/number or title has this")
    changes.set_defaults(run=_changes)
    deployments = verbs.add_parser("deployments", help="deploy new versions over old ones with a broker, or check them")
    deployments.add_argument("what", choices=("record", "check"))
    deployments.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="SUBSTRING",
        help="those whose group/number or title has this; may be repeated",
    )
    deployments.set_defaults(run=_deployments)
    runs = verbs.add_parser("runs", help="play ready runs with a broker, in real time, and write down what is seen")
    runs.add_argument("--only", default="", metavar="SUBSTRING", help="those whose id has this")
    runs.set_defaults(run=_runs)
    capture = verbs.add_parser("capture", help="take a history from a real broker with `topoviz lag capture`")
    capture.add_argument("--keep", type=Path, metavar="FILE", help="where the history is kept, as CSV")
    capture.set_defaults(run=_capture)
    check = verbs.add_parser("check", help="compare the engine with the recordings; needs neither mvn nor a JDK")
    check.add_argument("--only", default="", metavar="SUBSTRING", help="programs whose group/name contains this")
    check.set_defaults(run=_check)
    fuzz = verbs.add_parser("fuzz", help="hold the engine against the library by random programs")
    fuzz.add_argument("--count", type=int, default=1000, metavar="N", help="how many programs (default: 1000)")
    fuzz.add_argument("--seed", type=int, default=1, metavar="N", help="other programs for another seed (default: 1)")
    fuzz.add_argument("--keep", default="", metavar="FOLDER", help="where programs that differ are kept")
    fuzz.add_argument("--only-modelled", action="store_true", help="only operators that the engine knows")
    fuzz.add_argument("--without", default="", metavar="REGEX", help="leave out productions with a match")
    fuzz.set_defaults(run=_fuzz)
    trial = verbs.add_parser("try", help="hold the engine against the library by files of your own")
    trial.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a program, or a folder of programs")
    trial.set_defaults(run=_try)
    for verb in (record, api, calls, check, fuzz, trial):
        verb.add_argument(
            "--version",
            action="append",
            dest="versions",
            metavar="VERSION",
            help="a version of kafka-streams; may be repeated",
        )
    return parser


def _tell(version: str, failed: Sequence[Failure]) -> None:
    for failure in failed:
        print(f"{version} {failure.program}: {failure.reason.rstrip()}\n", file=sys.stderr)
    print(f"{version}: {len(failed)} programs without an answer")


def _record(options: argparse.Namespace) -> int:
    failures: list[Failure] = []
    for version in options.versions or RECORDED_VERSIONS:
        failed = record_version(version, options.only)
        _tell(version, failed)
        failures.extend(failed)
    return 1 if failures else 0


def _calls(options: argparse.Namespace) -> int:
    from tests.oracle.coverage import uncalled_methods

    failures: list[Failure] = []
    for version in options.versions or DEFAULT_VERSIONS:
        failed = record_calls(version)
        _tell(version, failed)
        failures.extend(failed)
    uncalled = uncalled_methods()
    for method, versions in uncalled.items():
        print(f"No program calls {method} at {', '.join(versions)}.")
    return 1 if failures or uncalled else 0


def _history(options: argparse.Namespace) -> int:
    # The engine says which releases there are.
    from tests.oracle.history import record_history
    from topoviz.engine.versions import followed_releases

    print(f"{record_history(followed_releases())} public methods")
    return 0


def _boms(options: argparse.Namespace) -> int:
    # The engine reads POMs.
    from tests.oracle.boms import record_boms

    for name, count in record_boms().items():
        print(f"{name}: {count} releases")
    return 0


def _add(options: argparse.Namespace) -> int:
    from tests.oracle.add import add_version

    return add_version(options.version, options.seed)


def _patches(options: argparse.Namespace) -> int:
    from tests.oracle.patches import record_patches

    for release, recorded in record_patches().items():
        print(f"{release}: {'recorded' if release == recorded else f'as {recorded}'}")
    return 0


def _api(options: argparse.Namespace) -> int:
    for version in options.versions or DEFAULT_VERSIONS:
        print(f"{version}: {record_api(version)} public methods")
    return 0


def _bundles(options: argparse.Namespace) -> int:
    failures = record_bundles(options.only)
    _tell("bundles", failures)
    return 1 if failures else 0


def _traps(options: argparse.Namespace) -> int:
    count, failures = record_traps({"java": JAVA, "kotlin": KOTLIN}[options.language])
    print(*failures, f"{count} traps, {len(failures)} without an answer", sep="\n")
    return 1 if failures else 0


def _changes(options: argparse.Namespace) -> int:
    if options.what == "record":
        from tests.oracle.changes.record import record_pairs

        count, failures = record_pairs(options.only)
        print(*(f"{one.program}: {one.reason}" for one in failures), f"{count} programs", sep="\n")
        return 1 if failures else 0
    # The engine compares them.
    from tests.oracle.changes.check import check_pairs

    count, wrong = check_pairs(options.only)
    print(*wrong, f"{count} pairs, {len(wrong)} differ", sep="\n")
    return 1 if wrong else 0


def _capture(options: argparse.Namespace) -> int:
    # What it takes is looked at with the product's own readers.
    from tests.oracle.capture.taking import take_history

    wrong = take_history(lambda line: print(line, flush=True), options.keep)
    print(*wrong, f"{len(wrong)} things differ", sep="\n")
    return 1 if wrong else 0


def _deployments(options: argparse.Namespace) -> int:
    if options.what == "record":
        from tests.oracle.deployments.record import record_deployments

        count, failed = record_deployments(options.only, lambda line: print(line, flush=True))
        print(f"{count} deployments, {failed} without an answer")
        return 1 if failed else 0
    # The engine compares them.
    from tests.oracle.deployments.check import check_deployments

    count, wrong = check_deployments(options.only)
    print(*wrong, f"{count} deployments, {len(wrong)} differences", sep="\n")
    return 1 if wrong else 0


def _runs(options: argparse.Namespace) -> int:
    # The engine reads how they run.
    from tests.oracle.runs.record import record_runs

    print(f"{record_runs(options.only, lambda line: print(line, flush=True))} runs")
    return 0


def _check(options: argparse.Namespace) -> int:
    # The engine needs its parsers; recording must work with a bare Python.
    from tests.oracle.check import check_versions

    versions = options.versions or RECORDED_VERSIONS
    recorded, identical = Counter[str](), Counter[str]()
    for program, found in check_versions(versions, options.only):
        recorded.update(list(found))
        identical.update(version for version, parts in found.items() if not parts)
        for version, parts in found.items():
            for part in parts:
                print(f"{version} {program.key}, optimize {part.setting}, {part.part}:", *part.lines, "", sep="\n")
    for version in versions:
        print(f"{version}: {recorded[version]} programs, {identical[version]} identical")
    return 0 if recorded == identical else 1


def _try(options: argparse.Namespace) -> int:
    from tests.oracle.trying import find_files, report, try_programs

    programs = find_files(options.paths)
    trials = {version: try_programs(version, programs) for version in options.versions or DEFAULT_VERSIONS}
    for version, trial in trials.items():
        print(report(version, trial))
    return 0 if all(trial.is_good for trial in trials.values()) else 1


def _fuzz(options: argparse.Namespace) -> int:
    from tests.oracle.fuzz.run import Order, fuzz, summary

    folder = Path(options.keep) if options.keep else cache_directory() / "fuzz"
    has_failures = False
    for version in options.versions or DEFAULT_VERSIONS:
        order = Order(version, options.count, options.seed, folder, options.only_modelled, options.without)
        result = fuzz(order)
        print(summary(order, result))
        has_failures = has_failures or bool(result.suspects or result.not_compiled)
    return 1 if has_failures else 0


if __name__ == "__main__":
    sys.exit(main())
