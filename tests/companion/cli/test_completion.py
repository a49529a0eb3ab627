"""The completion that a shell offers when TAB is pressed."""

import os
import subprocess
import sys

import pytest

from companion.cli import COMPLETE, VERBS
from companion.cli.completion import INSTALL


def offered(*words: str) -> list[str]:
    """What bash is offered for the last of `words`."""
    environ = {**os.environ, COMPLETE: "bash_complete", "COMP_WORDS": "\n".join(words)}
    environ["COMP_CWORD"] = str(len(words) - 1)
    done = subprocess.run([sys.executable, "-m", "companion"], capture_output=True, text=True, env=environ)
    assert done.stderr == ""
    return done.stdout.split()


def test_tab_completes_verbs_options_and_names() -> None:
    assert offered("qwixx", "") == [f"plain,{verb}" for verb in VERBS]
    assert offered("qwixx", "re") == ["plain,read", "plain,replay"]
    assert {"plain,--game", "plain,--json"} <= set(offered("qwixx", "read", "--"))
    assert offered("qwixx", "print", "mixx") == ["plain,mixx-a", "plain,mixx-b"]
    assert offered("qwixx", "rule", "lock-n") == ["plain,lock-needs-five", "plain,lock-needs-six"]
    assert "plain,weakest-closed=lost" in offered("qwixx", "judge", "--ruling", "weakest")
    assert offered("qwixx", "judge", "--game", "lo") == ["plain,longo"]
    assert offered("qwixx", "scan", "shee") == ["file,shee"], "the shell itself lists files"


@pytest.mark.parametrize("shell", INSTALL)
def test_each_shell_gets_its_script(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "completion", shell], capture_output=True, text=True
    )
    assert f"{COMPLETE}={shell}_complete" in done.stdout and INSTALL[shell] in done.stdout


def test_the_script_for_bash_is_bash() -> None:
    script = subprocess.run(
        [sys.executable, "-m", "companion", "completion", "bash"], capture_output=True
    ).stdout
    try:
        checked = subprocess.run(["bash", "-n"], input=script, capture_output=True)
    except FileNotFoundError:
        pytest.skip("no bash on this system")
    assert checked.returncode == 0, checked.stderr
