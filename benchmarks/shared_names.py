"""Public names that several modules of the engine define on purpose, each with its reason.

`tests/repository/test_house.py` fails for a name that is defined twice and not listed, and for one that is listed and
not defined twice. Better than an entry here is a name of its own.
"""

COMMAND = "the command of this name, and the module or package that does its work"
FIXTURE = "the fixture that hands a check what the modules of this name define"
HOOK = "a hook, which pytest calls by this name"
SIDES = "host and guest side of the same thing"

SHARED_NAMES: dict[str, str] = {
    "Tolerance": "the same rule for hidden checks and public tests; the student kit imports nothing of the engine",
    "assert_close": "two values agree within a tolerance, for authors of hidden checks and of public tests",
    "audit": COMMAND,
    "authoring": "the package, and its commands",
    "autograder": "the package, and its command line",
    "build": COMMAND,
    "check": "the decorator that declares a check, and the command that runs the checks",
    "completion": "the command completes command lines, the module submissions; click names the command",
    "exercise": f"{FIXTURE}; the module grades an exercise",
    "first_of": "the first names of a list, and the first number that differs; the student kit imports no engine",
    "explain": "the command that names the line of a mistake, and the step of a diagnosis that names the mistake",
    "fork_server": f"{SIDES}; {FIXTURE}",
    "gradescope": COMMAND,
    "gradients": "of hidden checks: requests for them; of the student kit: compared with slopes",
    "handout": COMMAND,
    "intake": COMMAND,
    "loading": "files of a student are loaded: in the sandbox, and by the public tests",
    "lookalikes": "results that look like a known mistake: written by the engine, recognised by the student kit",
    "main": "runs one program",
    "matching": "observations matched with mistakes, rows of a file matched with students",
    "model": "the data classes of a package; `checking.student.model` describes a model as an argument of a check",
    "nbgrader": COMMAND,
    "options": "options of the command line: of all commands, and of those that read submissions",
    "platforms": "the package, and its commands",
    "policies": "the package, and the module that reads policies from course.toml",
    "programs": "the course's right and wrong programs, and those that students hand in",
    "pytest_addoption": HOOK,
    "pytest_collection_modifyitems": HOOK,
    "pytest_configure": HOOK,
    "pytest_runtest_call": HOOK,
    "pytest_sessionfinish": HOOK,
    "regrade": COMMAND,
    "report": "a report of the audit, and the report that Gradescope reads",
    "review": COMMAND,
    "run": "runs one command",
    "student": f"{FIXTURE}, and the module that reads what a student handed in",
    "submission": "what was handed in, and its grading",
    "summary": "counts over results: of a class, and of one run of the public tests",
    "sync": COMMAND,
    "wording": "words of sentences, and how a test ended; the student kit imports nothing of the engine",
    "worker": f"{SIDES}; in `execution`, a process that grades",
}
