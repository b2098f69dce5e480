from autograder.checking.answer import Answer as Answer
from autograder.checking.assertions import FLOAT32 as FLOAT32
from autograder.checking.assertions import FLOAT64 as FLOAT64
from autograder.checking.assertions import LARGE as LARGE
from autograder.checking.assertions import PRINTED as PRINTED
from autograder.checking.assertions import Tolerance as Tolerance
from autograder.checking.assertions import assert_close as assert_close
from autograder.checking.assertions import assert_gradients as assert_gradients
from autograder.checking.assertions import assert_number as assert_number
from autograder.checking.assertions import assert_numbers as assert_numbers
from autograder.checking.assertions import assert_raised as assert_raised
from autograder.checking.assertions import require as require
from autograder.checking.failures import CheckFailedError as CheckFailedError
from autograder.checking.layers import assert_parameters as assert_parameters
from autograder.checking.plain_functions import points as points
from autograder.checking.registry import check as check
from autograder.checking.robustness import assert_keeps_device as assert_keeps_device
from autograder.checking.robustness import assert_pure as assert_pure
from autograder.checking.robustness import assert_shape as assert_shape
from autograder.checking.samples import sample as sample
from autograder.checking.specs import CheckText as CheckText
from autograder.checking.specs import Drawn as Drawn
from autograder.checking.specs import Example as Example
from autograder.checking.specs import Place as Place
from autograder.checking.specs import Places as Places
from autograder.checking.specs import count as count
from autograder.checking.specs import formula as formula
from autograder.checking.specs import spec as spec
from autograder.checking.student import Question as Question
from autograder.checking.student import Student as Student
from autograder.checking.student import helper as helper
from autograder.course import Course as Course
from autograder.course import Exercise as Exercise
from autograder.course import load_course as load_course
from autograder.errors import AutograderError as AutograderError

PLACES: dict[str, str]
__version__: str
