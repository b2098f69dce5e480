"""The strongest level of isolation is found, and holds, for whoever grades: tried as other users on other machines."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.helpers.user_namespaces import USERS, run_as

pytestmark = pytest.mark.sandbox
STRONGEST = {
    "an ordinary user": "bwrap" if shutil.which("bwrap") else "landlock",
    "an ordinary user without namespaces": "landlock",
    "root, and nobody else": "landlock",
}


@pytest.mark.parametrize("user", USERS)
def test_the_strongest_level_is_found_and_holds(user: str) -> None:
    if run_as(user, ["true"]).returncode != 0:
        pytest.skip("this machine allows no user namespaces")
    told = run_as(user, [sys.executable, "-m", "autograder", "doctor"])
    assert f"grading uses: {STRONGEST[user]}\n" in told.stdout, told.stdout + told.stderr
    assert f"{STRONGEST[user]}: works" in told.stdout
    assert "Traceback" not in told.stderr


ASK = "from autograder.sandbox.host.launch import _nobody_is_mapped as mapped; print(mapped())"


def test_root_that_is_alone_is_known() -> None:
    if run_as("root, and nobody else", ["true"]).returncode != 0:
        pytest.skip("this machine allows no user namespaces")
    assert run_as("root, and nobody else", [sys.executable, "-c", ASK]).stdout == "False\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_root_that_is_not_alone_is_known() -> None:
    assert subprocess.run([sys.executable, "-c", ASK], capture_output=True, check=True).stdout == b"True\n"


@pytest.mark.full
def test_the_matrix_compares_levels() -> None:
    command = [sys.executable, "-m", "tests.matrix", "--user", "this user", "--sample", "2"]
    command += ["--student", "ada", "--student", "eli"]
    done = subprocess.run(
        [*command, "--level", "landlock", "--level", "seccomp"], capture_output=True, text=True, check=False
    )
    if "landlock: not here" in done.stdout:
        pytest.skip("Landlock is not here")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "this user, seccomp: the same" in done.stdout
