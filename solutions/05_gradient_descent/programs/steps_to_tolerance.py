# Wrong and right programs of steps_to_tolerance; docs/reference/programs.md describes the form.

# %% ceil | right
# logarithms rounded up
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    if abs(x0) <= tolerance:
        return 0
    factor = abs(1.0 - learning_rate * curvature)
    return 1 if factor == 0 else math.ceil(math.log(tolerance / abs(x0)) / math.log(factor))

# %% count | right
# itertools.count
import itertools


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    distance = abs(x0)
    for n in itertools.count():
        if distance <= tolerance:
            return n
        distance *= abs(1 - learning_rate * curvature)
    return -1

# %% descent | right
# points of gradient descent
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    points = [x0]
    while not -tolerance <= points[-1] <= tolerance:
        slope = curvature * points[-1]
        points.append(points[-1] - learning_rate * slope)
    return len(points) - 1

# %% factor | right
# powers of the factor
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor, n = abs(1 - learning_rate * curvature), 0
    while abs(x0) * factor**n > tolerance:
        n += 1
    return n

# %% log2 | right
# logarithms to base 2
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    if abs(x0) <= tolerance:
        return 0
    factor = abs(1.0 - learning_rate * curvature)
    return (
        1
        if factor == 0
        else -(-math.log2(abs(x0) / tolerance) // math.log2(factor))
        if False
        else math.ceil(math.log2(abs(x0) / tolerance) / -math.log2(factor))
    )

# %% log_base | right
# logarithm to the base of the factor
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    distance, factor = abs(x0), contraction_factor(curvature, learning_rate)
    if distance <= tolerance:
        return 0
    return 1 if factor == 0 else max(1, math.ceil(math.log(distance / tolerance, 1 / factor)))

# %% log_difference | right
# a difference of logarithms, a float
import numpy as np


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - curvature * learning_rate)
    if abs(x0) <= tolerance:
        return 0.0
    if factor == 0.0:
        return 1.0
    return np.ceil((np.log(tolerance) - np.log(abs(x0))) / np.log(factor))

# %% loop | right
# step by step
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(x) > tolerance:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps

# %% count_from_start | wrong | formula | core | mistake: formula-some-sizes
# counts from where a tolerance of the start's square would be reached
#-     factor = contraction_factor(curvature, learning_rate)
#+     factor = abs(1 - learning_rate * curvature)
#-     estimate = math.log(tolerance / abs(x0)) / math.log(factor)
#-     steps = max(0, math.floor(estimate) - 1)
#+     steps = max(0, math.floor(math.log(abs(x0)) / math.log(factor)) - 1)

# %% factor_zero_first | wrong | formula | robustness | mistake: one-step-too-many | public: extremes
# a factor of 0 is asked for before the start, and takes a step
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) < tolerance:
        return 0
    if factor == 0:
        return 1 if x0 else 0
    steps = 0
    while abs(x0) * factor**steps > tolerance:
        steps += 1
    return steps

# %% gives_up | wrong | formula | robustness | mistake: steps-limited | public: long
# gives up after 20,000 steps
def steps_to_tolerance(x0, curvature, learning_rate, tolerance):
    x, n = x0, 0
    while abs(x) > tolerance and n < 20_000:
        x -= learning_rate * curvature * x
        n += 1
    return n

# %% gives_up_late | wrong | formula | robustness | mistake: steps-limited | public: long
# gives up after 100,000 steps
def steps_to_tolerance(x0, curvature, learning_rate, tolerance):
    x, n = x0, 0
    while abs(x) > tolerance and n < 100_000:
        x -= learning_rate * curvature * x
        n += 1
    return n

# %% logs_upside_down | wrong | formula | core | mistake: formula-some-sizes
# counts from a quotient of logarithms that is upside down
#-     factor = contraction_factor(curvature, learning_rate)
#+     factor = abs(1 - learning_rate * curvature)
#-     estimate = math.log(tolerance / abs(x0)) / math.log(factor)
#-     steps = max(0, math.floor(estimate) - 1)
#+     steps = max(0, math.floor(math.log(factor) / math.log(tolerance / abs(x0))) - 1)

# %% nearly_there | wrong | formula | core | mistake: one-step-too-few
# rounds down what lies 0.001 above a whole number
import math


def steps_to_tolerance(x0, curvature, learning_rate, tolerance):
    if abs(x0) <= tolerance:
        return 0
    r = abs(1 - learning_rate * curvature)
    if r == 0:
        return 1
    return math.ceil(math.log(tolerance / abs(x0)) / math.log(r) - 1e-3)

# %% renamed | wrong | formula | robustness | mistake: argument-names
# names of its own
def steps_to_tolerance(start: float, c: float, lr: float, tol: float) -> int:
    steps = 0
    while abs(start) > tol:
        start, steps = start - lr * c * start, steps + 1
    return steps

# %% rounded_logarithm | wrong | formula | core | mistake: one-step-too-few
# the quotient of logarithms is rounded to two digits
import math


def steps_to_tolerance(x0, curvature, learning_rate, tolerance):
    if abs(x0) <= tolerance:
        return 0
    r = abs(1 - learning_rate * curvature)
    if r == 0:
        return 1
    return math.ceil(round(math.log(tolerance / abs(x0)) / math.log(r), 2))

# %% path | wrong | shape | core | mistake: path-for-length
# the path instead of its length
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    path = [x0]
    while abs(path[-1]) > tolerance:
        path.append(path[-1] * (1 - learning_rate * curvature))
    return path

# %% log_of_zero | wrong | stability | robustness | mistake: zero-not-handled | public: extremes
# the logarithm of a factor of 0
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    if abs(x0) <= tolerance:
        return 0
    factor = abs(1 - learning_rate * curvature)
    return math.ceil(math.log(tolerance / abs(x0)) / math.log(factor))

# %% recursive | wrong | stability | robustness | mistake: recursion-too-deep | public: long
# a recursion that is too deep
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    if abs(x0) <= tolerance:
        return 0
    return 1 + steps_to_tolerance(x0 - learning_rate * curvature * x0, curvature, learning_rate, tolerance)

# %% start_at_zero | wrong | stability | robustness | mistake: zero-not-handled | public: extremes
# divides by a start at 0
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if factor == 0:
        return int(abs(x0) > tolerance)
    return max(0, math.ceil(math.log(tolerance / abs(x0)) / math.log(factor)))

# %% at_least_one | wrong | training | core | mistake: formula-some-sizes
# at least one step
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0 - learning_rate * curvature * x0, 1
    while abs(x) > tolerance:
        x, steps = x - learning_rate * curvature * x, steps + 1
    return steps

# %% double_slope | wrong | training | core | mistake: formula-some-sizes
# the slope of curvature · x²
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(x) > tolerance:
        x = x - 2 * learning_rate * curvature * x
        steps += 1
    return steps

# %% first_steps | wrong | training | core | mistake: formula-same-for-all
# 100 steps at most, always
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    return 100

# %% floor | wrong | training | core | mistake: formula-some-sizes
# rounded down
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance:
        return 0
    if factor == 0:
        return 1
    return math.floor(math.log(tolerance / abs(x0)) / math.log(factor))

# %% floor_plus_one | wrong | training | core | mistake: formula-some-sizes
# rounded down, plus one
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance:
        return 0
    if factor == 0:
        return 1
    return math.floor(math.log(tolerance / abs(x0)) / math.log(factor)) + 1

# %% negative_steps | wrong | training | core | mistake: formula-some-sizes
# a negative number of steps for a good start
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if factor == 0 or x0 == 0:
        return int(abs(x0) > tolerance)
    return math.ceil(math.log(tolerance / abs(x0)) / math.log(factor))

# %% no_absolute_factor | wrong | training | core | mistake: absolute-value-missing
# a factor must be positive
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = 1 - learning_rate * curvature
    if abs(x0) <= tolerance:
        return 0
    return math.ceil(math.log(tolerance / abs(x0)) / math.log(factor)) if factor else 1

# %% no_absolute_start | wrong | training | core | mistake: formula-some-sizes
# a start must be positive
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if x0 <= tolerance:
        return 0
    return math.ceil(math.log(tolerance / x0) / math.log(factor)) if factor else 1

# %% no_curvature | wrong | training | core | mistake: formula-some-sizes
# the curvature is ignored
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(x) > tolerance:
        x = x - learning_rate * x
        steps += 1
    return steps

# %% not_rounded | wrong | training | core | mistake: formula-some-sizes
# not a whole number
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance or factor == 0:
        return 0 if abs(x0) <= tolerance else 1
    return math.log(tolerance / abs(x0)) / math.log(factor)

# %% one_more | wrong | training | core | mistake: one-step-too-many
# one step too many
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(x) > tolerance:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps + 1

# %% points | wrong | training | core | mistake: one-step-too-many
# points instead of steps
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 1
    while abs(x) > tolerance:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps

# %% relative | wrong | training | core | mistake: start-ignored
# the tolerance is taken relative to the start
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = 1.0, 0
    while abs(x) > tolerance:
        x, steps = x - learning_rate * curvature * x, steps + 1
    return steps

# %% signed | wrong | training | core | mistake: formula-some-sizes
# no distance, a signed x
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while x > tolerance:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps

# %% slope | wrong | training | core | mistake: formula-some-sizes
# the slope is small, not the distance
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(curvature * x) > tolerance:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps

# %% step_size | wrong | training | core | mistake: formula-some-sizes
# small steps instead of small distances
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(learning_rate * curvature * x) > tolerance:
        x, steps = x - learning_rate * curvature * x, steps + 1
    return steps

# %% strictly_below | wrong | training | core | mistake: formula-some-sizes
# strictly below the tolerance
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(x) >= tolerance:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps

# %% thousand | wrong | training | robustness | mistake: steps-limited | public: long
# a thousand steps at most
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(x) > tolerance and steps < 1000:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps

# %% value | wrong | training | core | mistake: formula-some-sizes
# the value of f is small, not the distance
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while curvature * x * x / 2 > tolerance:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps

# %% wrong_log | wrong | training | core | mistake: formula-some-sizes
# logarithm to base 10 over natural
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance or factor == 0:
        return int(abs(x0) > tolerance)
    return math.ceil(math.log10(tolerance / abs(x0)) / math.log(factor))
