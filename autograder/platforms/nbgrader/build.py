"""Build a course folder for nbgrader: source notebooks with solutions, and the files that their check cells need."""

from autograder.authoring.cells import read_solution
from autograder.authoring.sync import solution_texts
from autograder.course import Assignment, Course
from autograder.platforms.handout.contents import FileContents, public_files

CONFIG = '''"""Settings of nbgrader. What it validates are the public tests; grades come from the hidden checks."""

c = get_config()  # noqa: F821 - nbgrader's own
c.CourseDirectory.course_id = "{name}"
c.ClearSolutions.code_stub = {{"python": "{stub}"}}
c.ExecutePreprocessor.timeout = 120
c.Validator.ignore_checksums = False
'''


def nbgrader_files(course: Course) -> FileContents:
    """Return every file of the course folder, by its path.

    Raises:
        SyncError: a solution file has a mistake.
        HandoutError: an exercise has no public tests.
    """
    from autograder.authoring.clearing import STUB  # noqa: PLC0415 - needs an extra, and is slow

    solution_texts(course)  # raises an error that names every problem in a solution file
    name = course.title.lower().replace(" ", "-")
    files = {"nbgrader_config.py": CONFIG.format(name=name, stub=STUB).encode()}
    for assignment in course:
        files |= {f"source/{assignment.id}/{path}": data for path, data in _assignment(course, assignment).items()}
    return dict(sorted(files.items()))


def _assignment(course: Course, assignment: Assignment) -> FileContents:
    """Return the notebook, and support and tests at the paths of a handout, where the notebook looks for them."""
    from autograder.authoring.clearing import solution_notebook  # noqa: PLC0415 - needs an extra, and is slow
    from autograder.authoring.notebooks import student_notebook  # noqa: PLC0415 - the same

    sources = [read_solution(course.solutions_folder / assignment.id, file) for file in assignment.files]
    notebooks = {source.file: solution_notebook(source) for source in sources}
    notebook = student_notebook(assignment, notebooks, strict=True)
    return {f"{assignment.id}.ipynb": notebook.encode(), **public_files(course, [assignment])}
