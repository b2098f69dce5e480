# Wrong and right programs of steps_to_tolerance, asked at its edges; docs/reference/programs.md describes the form.

# %% nearly_whole | wrong | formula | core | mistake: one-step-too-few | public: extremes
# a quotient less than a millionth above a whole number is rounded down
#-     steps = max(0, math.floor(estimate) - 1)  # the logarithm may be off by a rounding error: start below, then count
#-     while abs(x0) * factor**steps > tolerance:
#-         steps += 1
#-     return steps
#+     return max(1, math.ceil(estimate - 1e-6))

# %% small_is_zero | wrong | formula | robustness | mistake: edge-value-moved | public: extremes
# a factor below 0.001 counts as 0
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance:
        return 0
    if factor < 1e-3:
        return 1
    return math.ceil(round((math.log(tolerance) - math.log(abs(x0))) / math.log(factor), 9))
