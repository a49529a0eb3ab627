"""Fuzzes every kind of input to the program: `python -m tests.robustness.fuzz --minutes 30`.

A finding is an input that gets neither an answer nor a one-sentence error, takes longer than MAX_SECONDS, or
makes the program die or hang. Findings, and inputs with a new kind of answer, are stored in
`fixtures/fuzz`; later runs and tests/robustness/test_fuzz.py begin with them. A whole run is reported in
docs/accuracy-and-speed.md.
"""

import argparse
import datetime
import hashlib
import json
import random
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from tests.measured_page import commit, write_section
from tests.robustness.fuzz_targets import TARGETS, Target, corpus
from tests.robustness.hostile import ROOT

MAX_SECONDS = 5.0
"""Longest processor time for one input, in seconds. Waiting for a busy machine does not count."""
STUCK_SECONDS = 90.0
"""Elapsed seconds after which an input counts as stuck."""
MAX_INPUT_BYTES = 300_000
MAX_KEPT_BYTES = 4_000
"""Largest input that is kept because it gets a new answer, in bytes."""
MAX_KEPT = 40
"""Largest number of stored inputs of each kind."""
TOKENS = (
    *(b"", b"0", b"-1", b"1e999", b"9" * 12, b"9" * 5000, b"0.1", b"NaN", b"null", b"{}", b"[]", b'""'),
    *(b"[" * 2000, b'{"a":' * 500, b'"\\ud800"', b"\\u202e", b"\x00", b"\x1b[2J", b"\xff", b"\xe2\x80\xae"),
    *(b"..", b"../../", b"//", b"%", b"%00", b"%ff", b"\\", b";", b"=", b"&", b"?", b"\r\n", b"--x--"),
    *(b"Ann", b"a5", b"b12*", b"classic", b"longo", b"cards", b"red 5", b"qwixx-record/1", b"a.a.a.a.a"),
    *(b"a5+", b"a5x", b"15", b"ab7", b"a5-6", b"[double-cells]", b"[track]", b"[connections]", b'"sheets"'),
    *(b"\xff\xd8", b"\xff\x01", b"\xff\xd9", b"\xff\xc0\x00\x11\x08", b"\xff\xda", b"IDAT", b"fcTL", b"VP8L"),
)  # fmt: skip
"""Byte strings with a special meaning in some kind of input."""
ODD = (
    None, True, -1, 0, 10**9 - 1, 10**30, 1.5, 1e308, "", "a5", "-", "\u202e", "x" * 500, [], {}, [[]],
    {"a": 1},
)  # fmt: skip
"""Values to put in place of any value in JSON."""


def mutated(whole: bytes, others: list[bytes], is_json: bool, chance: random.Random) -> bytes:
    """Return `whole` with a few random changes, such as parts copied from one of `others`."""
    if is_json and chance.random() < 0.5:
        try:
            return json.dumps(_value(json.loads(whole), chance)).encode()
        except (ValueError, RecursionError):
            pass
    data = bytearray(whole)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        at = chance.randint(0, len(data))
        span = chance.choice((0, 1, 1, 2, 4, 16, 200))
        match chance.randrange(7):
            case 0 if data:
                data[min(at, len(data) - 1)] = chance.randrange(256)
            case 1:
                del data[at : at + span]
            case 2:
                data[at:at] = data[at : at + span] * chance.choice((1, 2, 50))
            case 3 | 4:
                data[at : at + span] = chance.choice(TOKENS)
            case 5:
                other = chance.choice(others)
                begin = chance.randint(0, len(other))
                data[at : at + span] = other[begin : begin + chance.choice((4, 40, 400))]
            case _:
                del data[at:]
    return bytes(data[:MAX_INPUT_BYTES])


def _value(value: object, chance: random.Random) -> object:
    if chance.random() < 0.04:
        return chance.choice(ODD)
    if isinstance(value, dict):
        return {
            (chance.choice(("", "x", "Ann")) if chance.random() < 0.02 else key): _value(part, chance)
            for key, part in value.items()
            if chance.random() > 0.02
        }
    if isinstance(value, list):
        return [_value(part, chance) for part in value] * (
            chance.choice((0, 2, 70)) if chance.random() < 0.02 else 1
        )
    return value


def attempt(target: Target, data: bytes) -> tuple[str, str]:
    """Try `data`. Return the program's answer, and a description of a fault, or "" if there is none."""
    begun = time.process_time()
    try:
        came = target.attempt(data)
    except Exception as problem:
        last = traceback.extract_tb(problem.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.lineno}"
        return f"{type(problem).__name__} at {place}", "".join(traceback.format_exception(problem))
    taken = time.process_time() - begun
    return came, f"it took {taken:.1f} s" if taken > MAX_SECONDS else ""


def keep(kind: str, data: bytes) -> Path:
    """Store an input in the corpus."""
    file = ROOT / "fixtures" / "fuzz" / kind / hashlib.sha256(data).hexdigest()[:12]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file


def work(kinds: list[str], seconds: float, seed: int, state: Path) -> None:
    """Try inputs for `seconds`. `state`: folder for the input being tried and for the counts."""
    chance, end = random.Random(seed), time.monotonic() + seconds
    tally: Counter[str] = Counter()
    seen: dict[str, set[str]] = {kind: set() for kind in kinds}
    pools: dict[str, list[bytes]] = {}
    current = state / "current"

    def one(kind: str, data: bytes) -> tuple[str, str]:
        current.write_bytes(kind.encode() + b"\n" + data)
        came, wrong = attempt(TARGETS[kind], data)
        tally[kind] += 1
        new = came not in seen[kind]
        seen[kind].add(came)
        if wrong and new:
            tally[f"{kind} findings"] += 1
            print(f"FINDING in {kind}: {came}\n{wrong}\nstored as {keep(kind, data)}", flush=True)
        return came if new else "", wrong

    for kind in kinds:
        kept = [path.read_bytes() for path in corpus(kind)]
        pools[kind] = [*TARGETS[kind].examples(), *kept]
        for data in pools[kind]:
            one(kind, data)
    while time.monotonic() < end:
        kind = chance.choice(kinds)
        pool = pools[kind]
        data = mutated(chance.choice(pool), pool, TARGETS[kind].is_json, chance)
        new, wrong = one(kind, data)
        if new and not wrong and len(data) <= MAX_KEPT_BYTES and sum(1 for _ in corpus(kind)) < MAX_KEPT:
            keep(kind, data)
            pool.append(data)
        if sum(tally.values()) % 200 == 0:
            (state / "tally").write_text(json.dumps({**tally, **_ways(seen)}))
    (state / "tally").write_text(json.dumps({**tally, **_ways(seen)}))
    current.unlink(missing_ok=True)


def _ways(seen: dict[str, set[str]]) -> dict[str, int]:
    return {f"{kind} ways": len(ways) for kind, ways in seen.items()}


def watch(kinds: list[str], seconds: float, seed: int) -> Counter[str]:
    """Run `work` in a separate process for `seconds`. Return its counts: inputs, findings, answers.

    If the process dies or hangs, count a finding and start another process.
    """
    total: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 1:
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder)
            words = ["--kinds", *kinds, "--work", str(state), "--seconds", str(left), "--seed", str(seed)]
            worker = subprocess.Popen(
                [sys.executable, "-X", "utf8", "-m", "tests.robustness.fuzz", *words], cwd=ROOT
            )
            how = _wait(worker, state / "current")
            tally = json.loads((state / "tally").read_text()) if (state / "tally").exists() else {}
            for name, count in tally.items():
                total[name] = max(total[name], count) if name.endswith("ways") else total[name] + count
            if how:
                if not (state / "current").exists():
                    raise SystemExit(f"the fuzzer itself {how}")
                kind, _, data = (state / "current").read_bytes().partition(b"\n")
                total[f"{kind.decode()} findings"] += 1
                print(
                    f"FINDING in {kind.decode()}: the program {how}\nstored as {keep(kind.decode(), data)}",
                    flush=True,
                )
        seed += 1
    return total


def _wait(worker: subprocess.Popen[bytes], current: Path) -> str:
    """Wait for a worker. Return "" if it succeeded, otherwise a description of how it failed."""
    while True:
        try:
            code = worker.wait(timeout=1)
        except subprocess.TimeoutExpired:
            if current.exists() and time.time() - current.stat().st_mtime > STUCK_SECONDS:
                worker.kill()
                worker.wait()
                return f"was stuck for {STUCK_SECONDS:.0f} s"
        else:
            return f"died with {code}" if code else ""


def write_report(kinds: list[str], total: Counter[str], minutes: float, seed: int) -> None:
    """Write the run into docs/accuracy-and-speed.md."""
    rows = [
        f"| {kind} | {total[kind]:,} | {total[f'{kind} ways']} | {kept} | {total[f'{kind} findings']} |"
        for kind in kinds
        for kept in [sum(1 for _ in corpus(kind))]
    ]
    date = datetime.date.today().isoformat()
    write_section(
        "fuzz",
        [
            f"    python -m tests.robustness.fuzz --minutes {minutes:g} --seed {seed}",
            "",
            f"on {date} at commit {commit()}. A finding is an input that gets neither an answer nor one",
            f"sentence, costs more than {MAX_SECONDS:g} s of computing, or ends or stops the program for",
            f"{STUCK_SECONDS:g} s. “Answers” counts the different sentences and kinds of answers; “kept” are",
            "the inputs in `fixtures/fuzz`, which every run of the tests tries again.",
            "",
            "| kind | inputs | answers | kept | findings |",
            "|---|---|---|---|---|",
            *rows,
        ],
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.robustness.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--kinds", nargs="+", choices=TARGETS, default=list(TARGETS), metavar="KIND")
    parser.add_argument("--seed", type=int, default=1, help="The same seed tries the same inputs first.")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.work is not None:
        work(options.kinds, options.seconds, options.seed, options.work)
        return 0
    total = watch(options.kinds, 60 * options.minutes, options.seed)
    for kind in options.kinds:
        ways, findings = total[f"{kind} ways"], total[f"{kind} findings"]
        print(f"{kind:12} {total[kind]:>9,} inputs {ways:>5} ways {findings:>3} findings")
    if set(options.kinds) == set(TARGETS):  # a part of them is no result to keep
        write_report(options.kinds, total, options.minutes, options.seed)
    return 1 if any(count for name, count in total.items() if name.endswith("findings")) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
