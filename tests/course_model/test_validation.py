"""Every mistake in a data file gets one sentence that names the file and the entry, before anything runs."""

import copy
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder.__main__ import main
from autograder.audit.mutants.equivalent import read_equivalents
from autograder.audit.programs import read_programs
from autograder.checking.student_parameters import check_parameters
from autograder.course import Course, CourseError, load_course
from autograder.course.schema import CourseTable
from autograder.course.validation import convert
from autograder.diagnosis.mistakes import load_mistakes
from autograder.edits.program_cells import KINDS
from autograder.platforms.gradescope.platform import GradescopeSettings, read_settings
from tests.helpers.grading import complaints
from tests.helpers.paths import ROOT

CALLS = 'calls = ["softmax", "softmin", "logsumexp", "logcumsumexp"]'
TOTAL = tomllib.loads((ROOT / "course.toml").read_text(encoding="utf-8"))["total"]
ROW_SUMS = '{ name = "row_sums", points = 2 }'
AT_ROW_SUMS = "assignment[0].file[0].exercises[0]"
# What is replaced in course.toml, by what, and the sentence.
MISTAKES = {
    "no TOML": ("title =", "title", "course.toml: is not a TOML file ("),
    "unknown table": ("[limits]", "[[limit]]\n[limits]", "limit: unknown key, expected one of title, total"),
    "no title": ('title = "Attention from scratch"', "", "the key 'title' is missing, expected a text in quotes"),
    "title": ('title = "Attention from scratch"', "title = 3", "title: is 3, expected a text in quotes"),
    "empty title": ('title = "Attention from scratch"', 'title = " "', "title: is ' ', expected a text in quotes"),
    "total": (f"total = {TOTAL:g}", 'total = "100"', "total: is '100', expected a number above 0"),
    "sum": (f"total = {TOTAL:g}", "total = 9", f"total: is 9, but the points of all exercises add up to {TOTAL:g}"),
    "families": ('families = ["unfilled"]', 'families = "unfilled"', "families: is 'unfilled', expected a list"),
    "family twice": ('families = ["unfilled"]', 'families = ["mask"]', "families[0]: 'mask' is already a family"),
    "family": (
        'families = ["unfilled"]',
        'families = ["new memory"]',
        "families[0]: is 'new memory', expected one word",
    ),
    "id": (
        'id = "00_warmup"',
        'id = "warmup"',
        "assignment[0].id (warmup): is 'warmup', expected two digits and a word",
    ),
    "id twice": (
        'id = "01_self_attention"',
        'id = "00_warmup"',
        "assignment[1].id: another assignment is called '00_warmup' too",
    ),
    "list of rules": ("[rules.softmax]", "[[rules]]\n[rules.softmax]", "rules: is [{"),
    "name of a rule": ("[rules.softmax]", "[rules.'of max']", "rules.of max: is 'of max', expected one word"),
    "rule entry": ("[rules.softmax]", "[rules.softmax]\nnames = []", "rules.softmax.names: unknown key"),
    "calls": (CALLS, "calls = 3", "rules.softmax.calls: is 3, expected a list"),
    "no calls": (CALLS, "calls = []", "rules.softmax.calls: is empty, expected parts of the names of library calls"),
    "a call": (CALLS, "calls = ['']", "rules.softmax.calls[0]: is '', expected a text in quotes"),
    "no sentence": (f"{CALLS}\nsentence", f"{CALLS}\n#", "rules.softmax: the key 'sentence' is missing"),
    "while loading": ("while_loading = true", "while_loading = 1", "rules.mask.while_loading: is 1, expected true or"),
    "assignment key": (
        'title = "Warm-up"',
        'titel = "Warm-up"',
        "assignment[0].titel: unknown key, expected one of id, title, prerequisites, file (did you mean title?)",
    ),
    "no assignment title": ('title = "Warm-up"', "", "assignment[0] (00_warmup): the key 'title' is missing"),
    "prerequisite": (
        '["00_warmup"]',
        '["00_warm"]',
        "assignment[1].prerequisites[0]: '00_warm' is not an earlier assignment of the course",
    ),
    "prerequisites": (
        '["00_warmup"]',
        '"00_warmup"',
        "assignment[1].prerequisites (01_self_attention): is '00_warmup', expected a list",
    ),
    "file": (
        'name = "warmup.py"',
        'name = "../warmup.py"',
        "assignment[0].file[0].name: is '../warmup.py', expected the name of a Python module: causal.py",
    ),
    "file key": ('name = "warmup.py"', 'nam = "warmup.py"', "assignment[0].file[0].nam: unknown key, expected one of"),
    "exercises": (f"[{ROW_SUMS}]", "3", "assignment[0].file[0].exercises (warmup.py): is 3, expected a list"),
    "no exercise": (f"[{ROW_SUMS}]", "[]", "assignment[0].file: the assignment 00_warmup has no exercise"),
    "exercise": (ROW_SUMS, '"row_sums"', f"{AT_ROW_SUMS} (warmup.py): is 'row_sums', expected a table"),
    "exercise key": (
        ROW_SUMS,
        '{ name = "row_sums", point = 2 }',
        f"{AT_ROW_SUMS}.point: unknown key, expected one of name, points, forbidden, sizes (did you mean points?)",
    ),
    "no points": (
        ROW_SUMS,
        '{ name = "row_sums" }',
        f"{AT_ROW_SUMS} (row_sums): the key 'points' is missing, expected a number above 0",
    ),
    "points": (ROW_SUMS, '{ name = "row_sums", points = "2" }', f"{AT_ROW_SUMS}.points (row_sums): is '2', expected a"),
    "no number": (
        ROW_SUMS,
        '{ name = "row_sums", points = nan }',
        f"{AT_ROW_SUMS}.points (row_sums): is nan, expected",
    ),
    "infinite": (ROW_SUMS, '{ name = "row_sums", points = inf }', f"{AT_ROW_SUMS}.points (row_sums): is inf, expected"),
    "truth": (ROW_SUMS, '{ name = "row_sums", points = true }', f"{AT_ROW_SUMS}.points (row_sums): is True, expected"),
    "less": (
        ROW_SUMS,
        '{ name = "row_sums", points = -2 }',
        f"{AT_ROW_SUMS}.points (row_sums): is -2, expected a number above 0",
    ),
    "name": (
        ROW_SUMS,
        '{ name = "row sums", points = 2 }',
        f"{AT_ROW_SUMS}.name: is 'row sums', expected the name of a function or class",
    ),
    "name twice": (
        f"[{ROW_SUMS}]",
        f"[{ROW_SUMS}, {ROW_SUMS}]",
        "exercises[1].name: the assignment 00_warmup has two exercises called 'row_sums'",
    ),
    "rule": (
        'points = 4, forbidden = "softmax"',
        'points = 4, forbidden = "sofmax"',
        "exercises[3].forbidden (softmax): is 'sofmax', expected one of softmax, attention, mask, optimiser",
    ),
    "rules": (
        'points = 4, forbidden = "softmax"',
        'points = 4, forbidden = ["softmax"]',
        "exercises[3].forbidden (softmax): is ['softmax'], expected a text in quotes",
    ),
    "share": ("scale = 0.4", "scale = 40", "rubric.families.scale: is 40, expected a share from 0 to 1: 0.4"),
    "share of a mistake": (
        "bias-missing = 0.25",
        "bias-missing = -1",
        "rubric.mistakes.bias-missing: is -1, expected a",
    ),
    "rubric": ("[rubric.families]", "[rubric.family]", "rubric.family: unknown key, expected one of default, families"),
    "family of the rubric": (
        "\nscale = 0.4",
        "\nscales = 0.4",
        "rubric.families.scales: unknown key (did you mean scale?)",
    ),
    "sizes": (
        "T = [11, 60]",
        "T = 11",
        "assignment[2].file[1].exercises[2].sizes.T (n_visible_pairs): is 11, expected [11, 48], or { range",
    ),
    "size": ("T = [11, 60]", "T = [0, 60]", "sizes.T[0] (n_visible_pairs): is 0, expected a whole number from 1"),
    "size turned": ("T = [11, 60]", "T = [60, 11]", "sizes.T: is [60, 11], expected the smaller number first"),
    "size key": (
        'divides = "d_model"',
        'divide = "d_model"',
        "sizes.num_heads.divide: unknown key, expected one of range, divides (did you mean divides?)",
    ),
    "size twice": (
        'divides = "d_model"',
        'divides = "d_modell"',
        "sizes.num_heads.divides: is 'd_modell', expected another size of the exercise",
    ),
    "limit": (
        "memory_mb = 1024",
        "memory_gb = 1",
        "limits.memory_gb: unknown key, expected one of seconds_per_request",
    ),
    "no limit": ("memory_mb = 1024\n", "", "limits: the key 'memory_mb' is missing, expected a whole number above 0"),
    "below 0": ("seconds_kept = 4.0", "seconds_kept = -4.0", "limits.seconds_kept: is -4.0, expected a number above 0"),
    "a text": ("answer_mb = 64", 'answer_mb = "64"', "limits.answer_mb: is '64', expected a whole number above 0"),
    "not whole": ("answer_mb = 64", "answer_mb = 0.5", "limits.answer_mb: is 0.5, expected a whole number above 0"),
    "visibility": (
        "show_example = true",
        "show_examples = true",
        "visibility.show_examples: unknown key, expected one of show_expected, show_example, show_all_words",
    ),
    "shown": ("show_example = true", "show_example = 1", "visibility.show_example: is 1, expected true or false"),
    "visibility of one": (
        "[limits]",
        "[visibility.02_causal]\nshow = 1\n[limits]",
        "visibility.02_causal.show: unknown key, expected one of show_expected, show_example, show_all_words",
    ),
    "no table": (
        "show_example = true",
        "show_example = true\n02_causal = 3",
        "visibility.02_causal: is 3, expected a table",
    ),
    "libraries": (
        'libraries = ["torch", ',
        'libraries = ["torch", "torch", ',
        "libraries[1]: is 'torch', expected the name of another module",
    ),
    "policies": ("[limits]", "[policies]\ngrace = 1\n[limits]", "policies.grace: unknown key (did you mean"),
    "extension": (
        "[limits]",
        '[[policies.extension]]\nstudent = "ada"\nassignment = ["02_causal"]\ndays = 1\n[limits]',
        "policies.extension[0].assignment (ada): is ['02_causal'], expected a text in quotes",
    ),
}


def broken(old: str, new: str) -> str:
    text = (ROOT / "course.toml").read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1)


def assert_refused(load: Callable[[], object], start: str, sentence: str) -> None:
    """Loading ends in one sentence, which begins with the file and says what is wrong."""
    with pytest.raises(CourseError) as caught:
        load()
    assert str(caught.value).startswith(start)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(("old", "new", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_the_course_file_ends_grading_with_one_sentence(
    old: str,
    new: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "course.toml"
    path.write_text(broken(old, new), encoding="utf-8")
    monkeypatch.setattr("autograder.cli.common.load_course", lambda: load_course(path.parent))
    assert main(["grade", str(ROOT / "examples/class"), "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert re.fullmatch(r"autograder: course\.toml: [^\n]*\n", error), error
    assert sentence in error
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_no_text_gets_a_sentence_too(tmp_path: Path) -> None:
    path = tmp_path / "course.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CourseError, match=r"^course\.toml: is not a TOML file"):
        load_course(path.parent)
    with pytest.raises(CourseError, match=r"^course\.toml: cannot be read"):
        load_course(tmp_path / "nothere")


def paths_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    keys = data.keys() if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*path, key)
        yield from paths_in(data[key], (*path, key))


@pytest.mark.parametrize("wrong", [3, "x", [], {}, [1], {"a": 1}, True, None], ids=str)
def test_any_value_anywhere_is_read_or_refused_with_one_sentence(wrong: object) -> None:
    data = tomllib.loads((ROOT / "course.toml").read_text(encoding="utf-8"))
    sentences = []
    for path in list(paths_in(data))[::9]:
        changed = copy.deepcopy(data)
        parent = changed
        for key in path[:-1]:
            parent = parent[key]
        if wrong is None:
            del parent[path[-1]]
        else:
            parent[path[-1]] = wrong
        try:
            convert(changed, CourseTable)
        except CourseError as error:
            sentences.append(str(error))
    assert len(sentences) > 15
    assert "\n" not in "".join(sentences)


RULE_MISTAKES = {
    "no TOML": ("[policies", "rules.toml: is not a TOML file"),
    "another table": ("[limits]\n[policies]", "unknown key 'limits'"),
    "unknown": ("[policies]\ngraces = 1", "rules.toml: policies.graces: unknown key"),
    "a list of lists": ("[policies]\ndrop = [[1]]", "policies.drop[0]: is [1], expected a text in quotes"),
    "unhashable": (
        '[[policies.extension]]\nstudent = "ada"\nassignment = {}\ndays = 1',
        "policies.extension[0].assignment (ada): is {}, expected a text in quotes",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), RULE_MISTAKES.values(), ids=RULE_MISTAKES)
def test_a_mistake_in_the_file_of_rules_ends_grading_with_one_sentence(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    options = ["--out", str(tmp_path / "out"), "--policies", str(path)]
    assert main(["grade", str(ROOT / "examples/class"), *options]) == 2
    error = capsys.readouterr().err
    assert complaints(error).count("\n") == 1
    assert sentence in error


NAMED = {
    "unknown key": (
        '[a]\nfamily = "scale"\ntext = "x"\nhints = "y"',
        "a.hints: unknown key (did you mean hint?)",
    ),
    "family": ('[a]\nfamily = "colour"\ntext = "x"\nhint = "y"', "a.family: is 'colour', expected one of scale, axis"),
    "no family": ('[a]\ntext = "x"', "a: the key 'family' is missing"),
    "text": ('[a]\nfamily = "scale"\ntext = 3\nhint = "y"', "a.text: is 3, expected a text in quotes"),
    "hint of nothing": ('[hints]\ncolour = "x"', "hints.colour: unknown key, expected one of scale"),
    "exercise": (
        '[a]\nfamily = "scale"\ntext = "x"\nhint = "y"\nin = { softmaxx = "mask" }',
        "a.in.softmaxx: unknown key (did you mean softmax?)",
    ),
    "family there": (
        '[a]\nfamily = "scale"\ntext = "x"\nhint = "y"\nin = { softmax = "colour" }',
        "a.in.softmax: is 'colour', expected one of scale",
    ),
    "no table": ('a = "scale"', "a: is 'scale', expected a table"),
    "unknown mistake": (
        '[a]\nfamily = "scale"\ntext = "x"\nhint = "y"\nmore_general = ["b"]',
        "a: a mistake in more_general or also_true_of: is 'b', ",
    ),
    "unknown symptom": (
        '[a]\nfamily = "scale"\ntext = "x"\nhint = "y"\nsymptom = "tired"',
        "a.symptom: is 'tired', expected one of nothing returned",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), NAMED.values(), ids=NAMED)
def test_a_mistake_in_the_named_mistakes_gets_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "mistakes.toml"
    path.write_text(text, encoding="utf-8")
    assert_refused(lambda: load_mistakes(path), "mistakes.toml: ", sentence)


@pytest.mark.parametrize(
    ("hints", "hint"), [('[hints]\nscale = "Measure."\n', "Measure."), ("", "")], ids=["of the family", "none"]
)
def test_a_mistake_without_a_hint_asks_at_home_what_its_family_asks(hints: str, hint: str, tmp_path: Path) -> None:
    path = tmp_path / "mistakes.toml"
    path.write_text(f'a = {{ family = "scale", text = "x" }}\n{hints}', encoding="utf-8")
    mistake = load_mistakes(path)["a"]
    assert (mistake.diagnosis.hint, mistake.question("masked_softmax")) == ("", hint)


def test_the_question_of_an_exercise_comes_before_that_of_the_family_and_its_own_hint_first(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mistakes.toml"
    mistakes = 'a = { family = "scale", text = "x" }\nb = { family = "scale", text = "y", hint = "Own." }\n'
    questions = '[hints]\nscale = "Measure."\n[hints_in.masked_softmax]\nscale = "Here."\n'
    path.write_text(mistakes + questions, encoding="utf-8")
    asked = {name: mistake.question("masked_softmax") for name, mistake in load_mistakes(path).items()}
    assert asked == {"a": "Here.", "b": "Own."}


def test_a_mistake_has_one_entry_in_all_files(tmp_path: Path) -> None:
    files = [tmp_path / "shared/mistakes.toml", tmp_path / "01_part/mistakes.toml"]
    for path in files:
        path.parent.mkdir()
        path.write_text('[a]\nfamily = "scale"\ntext = "x"\nhint = "y"', encoding="utf-8")
    sentence = "01_part/mistakes.toml: a: another file has a mistake of this name"
    assert_refused(lambda: load_mistakes(*files), sentence, "")


@pytest.mark.process
@pytest.mark.parametrize("file", ["course.toml", "solutions/shared/mistakes.toml"])
def test_a_broken_data_file_of_the_package_ends_grading_before_it_begins(file: str, tmp_path: Path) -> None:
    """With the command as an instructor types it: a wrong family once left every diagnosis out without a word."""
    for folder in ("autograder", "solutions"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "course.toml", tmp_path)
    copied = tmp_path / file
    copied.write_text(copied.read_text(encoding="utf-8") + '\n[colours]\nfamily = "red"\n', encoding="utf-8")
    command = [sys.executable, "-m", "autograder", "grade", str(ROOT / "examples/class/nia"), "--out", "out"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert done.returncode == 2, done.stderr
    assert re.fullmatch(rf"autograder: {copied.name}: [^\n]*colours[^\n]*\n", complaints(done.stderr)), done.stderr
    assert not list((tmp_path / "out").glob("*/*/result.json"))


ENTRY = 'exercise = "02_causal/causal_mask"\nreason = "why"\nchanges = ["a -> b"]'
EQUIVALENT = {
    "unknown table": ("[[equivalents]]", "equivalents: unknown key, expected one of equivalent"),
    "unknown key": (
        f"[[equivalent]]\n{ENTRY}\nwhy = 1",
        "equivalent[0].why: unknown key, expected one of exercise, reason",
    ),
    "no reason": (
        '[[equivalent]]\nexercise = "02_causal/causal_mask"\nchanges = ["a -> b"]',
        "equivalent[0] (02_causal/causal_mask): the key 'reason' is missing",
    ),
    "no list": (
        f"[[equivalent]]\n{ENTRY}".replace('["a -> b"]', '"a -> b"'),
        "changes (02_causal/causal_mask): is 'a -> b', expected a list",
    ),
    "exercise": (f"[[equivalent]]\n{ENTRY}".replace("causal_mask", "mask"), "02_causal has no exercise 'mask'"),
    "twice": (f"[[equivalent]]\n{ENTRY}\n[[equivalent]]\n{ENTRY}", "'a -> b' is listed twice"),
    "no TOML": ("[[equivalent", "is not a TOML file"),
}


@pytest.mark.parametrize(("text", "sentence"), EQUIVALENT.values(), ids=EQUIVALENT)
def test_a_mistake_in_the_list_of_equivalents_gets_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "equivalent.toml"
    path.write_text(text, encoding="utf-8")
    assert_refused(lambda: read_equivalents(path), "equivalent.toml: ", sentence)


HEAD = "# %% {} | wrong | values | core | mistake: {}\n# what it does\n{}\n"
PATCH = "#-     return x.sum(dim=-1)\n#+     return x.sum(dim=0)"
FAULTY_PROGRAMS = {
    "another mistake": (
        "row_sums.py",
        HEAD.format("a", "no-scal", PATCH),
        ", line 1: cell a: mistake in mistakes.toml: is 'no-scal', which does not exist (did you mean no-scale",
    ),
    "exercise": ("rowsums.py", HEAD.format("a", "no-scale", PATCH), ": 00_warmup has no exercise 'rowsums'"),
    "old line": (
        "row_sums.py",
        HEAD.format("a", "no-scale", "#- x"),
        ", line 1: cell a: the old line `x` does not occur",
    ),
    "twice": ("row_sums.py", HEAD.format("a", "no-scale", PATCH) * 2, ": line 5: row_sums.py has a cell a in line 1"),
    "no text": ("row_sums.py", b"\xff", ": is no UTF-8 text"),
    "no Python": ("row_sums.py", "def", ": line 1: no valid Python"),
}


@pytest.mark.parametrize(("name", "content", "sentence"), FAULTY_PROGRAMS.values(), ids=FAULTY_PROGRAMS)
def test_a_mistake_in_a_file_of_programs_gets_one_sentence(
    name: str, content: str | bytes, sentence: str, tmp_path: Path, course: Course
) -> None:
    shutil.copytree(course.solutions_folder / "00_warmup", tmp_path / "solutions/00_warmup")
    path = tmp_path / "solutions/00_warmup/programs" / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    copied = replace(course, folder=tmp_path)
    assert_refused(
        lambda: read_programs(copied, [copied.assignment("00")]), f"solutions/00_warmup/programs/{name}", sentence
    )


def test_sizes_without_a_reference_are_refused(course: Course) -> None:
    counted, other = course.exercise("02_causal", "n_visible_pairs"), course.exercise("02_causal", "first_row")
    check_parameters(counted)
    with pytest.raises(
        CourseError, match=r"^course\.toml: 02_causal, first_row: sizes: has no reference in `size_references`"
    ):
        check_parameters(replace(other, sizes=counted.sizes))
    with pytest.raises(CourseError, match=r"n_visible_pairs: sizes: names 2, but its reference takes 1"):
        check_parameters(replace(counted, sizes=counted.sizes * 2))


def test_every_kind_of_program_is_read(course: Course) -> None:
    assert {program.kind for program in read_programs(course, [course.assignment("02")])} == set(KINDS)


def test_a_rule_belongs_to_its_exercises(course: Course) -> None:
    assert [rule.name for rule in course.rules][:4] == ["softmax", "attention", "mask", "optimiser"]
    rule = course.exercise("01", "softmax").forbidden
    assert rule is course.rules[0]
    assert rule.forbidden_among(["matmul", "torch.LogSoftmax"]) == ["torch.LogSoftmax"]


SETTINGS = {
    "no JSON": ("{", "cannot be read; make the zip again"),
    "a list": ("[]", "is [], expected a table"),
    "unknown": ('{"assignments": ["02_causal"], "visible": "hidden"}', "visible: unknown key"),
    "missing": ('{"assignments": ["02_causal"], "visibility": "hidden"}', "the key 'minutes' is missing"),
    "visibility": (
        '{"assignments": ["02_causal"], "visibility": "never", "minutes": 3}',
        "visibility: is 'never', expected one of after_due_date",
    ),
    "minutes": (
        '{"assignments": ["02_causal"], "visibility": "hidden", "minutes": -3}',
        "minutes: is -3, expected a number above 0",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), SETTINGS.values(), ids=SETTINGS)
def test_a_mistake_in_the_settings_for_gradescope_gets_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(text, encoding="utf-8")
    assert_refused(lambda: read_settings(tmp_path), "settings.json: ", sentence)


def test_settings_are_read_as_they_were_written(tmp_path: Path) -> None:
    settings = GradescopeSettings(("02_causal",), "hidden", 3.5)
    (tmp_path / "settings.json").write_text(settings.to_text(), encoding="utf-8")
    assert read_settings(tmp_path) == settings
