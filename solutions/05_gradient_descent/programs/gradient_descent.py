# Wrong and right programs of gradient_descent; docs/reference/programs.md describes the form.

# %% accumulate | right
# itertools.accumulate
import itertools


def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    return list(itertools.accumulate(range(steps), lambda x, _: x - learning_rate * df(x), initial=x0))

# %% appended | right
# appends the next point
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    path = [x0]
    x = x0
    for i in range(steps):
        x -= learning_rate * df(x)
        path.append(x)
    return path

# %% asked_once_more | right
# asks the slope once more than needed
#-     points = [x0]
#+     points, slope = [x0], df(x0)
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+         points.append(points[-1] - learning_rate * slope)
#+         slope = df(points[-1])

# %% extra_parameter | right
# a further parameter with a default
def gradient_descent(df, x0, learning_rate=0.1, steps=10, momentum=0.0):
    points, speed = [x0], 0.0
    for _ in range(steps):
        speed = momentum * speed - learning_rate * df(points[-1])
        points.append(points[-1] + speed)
    return points

# %% generator_right | right
# a list of an inner generator
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    def walk(x):
        yield x
        for _ in range(steps):
            x = x - learning_rate * df(x)
            yield x

    return list(walk(x0))

# %% numpy | right
# a float array
import numpy as np


def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = np.empty(steps + 1)
    points[0] = x0
    for i in range(steps):
        points[i + 1] = points[i] - learning_rate * df(points[i])
    return points.tolist()

# %% numpy_scalars | right
# numpy scalars
import numpy as np
#-     points = [x0]
#+     points = [np.float64(x0)]

# %% preallocated | right
# a list of the final length
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [0.0] * (steps + 1)
    points[0] = x0
    for i in range(1, steps + 1):
        points[i] = points[i - 1] - learning_rate * df(points[i - 1])
    return points

# %% recursive | right
# calls itself
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    if steps == 0:
        return [x0]
    return [x0, *gradient_descent(df, x0 - learning_rate * df(x0), learning_rate, steps - 1)]

# %% tensor64 | right
# float64 tensors with no dimensions
#-     points = [x0]
#+     x = torch.tensor(float(x0), dtype=torch.float64)
#+     points = [x.clone()]
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+         x = x - learning_rate * df(x)
#+         points.append(x)

# %% tuple | right
# a tuple
#-     points = [x0]
#+     points = (x0,)
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+         points += (points[-1] - learning_rate * df(points[-1]),)

# %% walrus | right
# an assignment expression
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    x = x0
    return [x0] + [x := x - learning_rate * df(x) for _ in range(steps)]

# %% while_ | right
# a while loop
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     while len(points) <= steps:
#+         x = points[-1]
#+         points.append(x - df(x) * learning_rate)

# %% float32 | wrong | dtype | robustness | mistake: computed-in-float32 | public: digits
# float32 numbers
#-     points = [x0]
#+     points = [torch.tensor(float(x0))]
#-     return points
#+     return [point.item() for point in points]

# %% whole | wrong | dtype | core | mistake: whole-numbers
# rounded to whole numbers
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append(int(x0))

# %% whole_array | wrong | dtype | robustness | mistake: whole-numbers | public: sizes
# an array of the type of the start
import numpy as np


def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = np.full(steps + 1, x0)
    for i in range(steps):
        points[i + 1] = points[i] - learning_rate * df(points[i])
    return points.tolist()

# %% dictionary | wrong | shape | core | mistake: other-container
# a dictionary
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = {0: x0}
    for step in range(steps):
        points[step + 1] = points[step] - learning_rate * df(points[step])
    return points

# %% generator | wrong | shape | core | mistake: other-container
# a generator
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    x = x0
    yield x
    for _ in range(steps):
        x = x - learning_rate * df(x)
        yield x

# %% nested | wrong | shape | core | mistake: list-nested
# a list in a list
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return [points]

# %% nothing | wrong | shape | core | mistake: returns-none
# returns nothing
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)

# %% pairs | wrong | shape | core | mistake: more-returned
# points with slopes
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append((x0, df(x0)))

# %% text | wrong | shape | core | mistake: text-for-numbers
# returns text
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return str(points)

# %% argument_names | wrong | state | robustness | mistake: argument-names
# other argument names
def gradient_descent(grad, x, lr, n_steps):
    points = [x]
    for _ in range(n_steps):
        points.append(points[-1] - lr * grad(points[-1]))
    return points

# %% default_double | wrong | state | robustness | mistake: default-dtype-changed | public: settings
# makes float64 the default of torch
import torch


def gradient_descent(df, x0, learning_rate, steps):
    torch.set_default_dtype(torch.float64)
    points = [x0]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points

# %% default_list | wrong | state | core | mistake: state-grows
# the list is made once
#- def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
#-     points = [x0]
#+ def gradient_descent(df, x0, learning_rate, steps, points=[]):
#+     points.append(x0)

# %% draws | wrong | state | robustness | mistake: generator-moved | public: random
# draws a number
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    torch.rand(1)
    path = [x0]
    for _ in range(steps):
        path.append(path[-1] - learning_rate * df(path[-1]))
    return path

# %% kept | wrong | state | core | mistake: state-grows
# goes on where the last call ended
PATH = []


def gradient_descent(df, x0, learning_rate, steps):
    if not PATH:
        PATH.append(x0)
    for _ in range(steps):
        PATH.append(PATH[-1] - learning_rate * df(PATH[-1]))
    return PATH[-steps - 1 :]

# %% kept_by_start | wrong | state | core | mistake: first-result-kept
# the path from a start is kept, whatever the derivative
PATHS = {}


def gradient_descent(df, x0, learning_rate, steps):
    key = (x0, learning_rate, steps)
    if key not in PATHS:
        points = [x0]
        for _ in range(steps):
            points.append(points[-1] - learning_rate * df(points[-1]))
        PATHS[key] = points
    return PATHS[key]

# %% one_list | wrong | state | core | mistake: result-memory-shared
# one list for all calls, emptied at the start of each
POINTS = []


def gradient_descent(df, x0, learning_rate, steps):
    POINTS.clear()
    POINTS.append(x0)
    for _ in range(steps):
        POINTS.append(POINTS[-1] - learning_rate * df(POINTS[-1]))
    return POINTS

# %% rate_falls_by_call | wrong | state | core | mistake: state-grows
# the learning rate falls from call to call
CALLS = []


def gradient_descent(df, x0, learning_rate, steps):
    CALLS.append(steps)
    points = [x0]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * 0.99 ** len(CALLS) * df(points[-1]))
    return points

# %% slopes_kept | wrong | state | core | mistake: first-slopes-kept
# slopes are kept by point, whatever the derivative
SLOPES = {}


def gradient_descent(df, x0, learning_rate, steps):
    points = [x0]
    for _ in range(steps):
        here = points[-1]
        if here not in SLOPES:
            SLOPES[here] = df(here)
        points.append(here - learning_rate * SLOPES[here])
    return points

# %% slopes_of_first | wrong | state | core | mistake: first-slopes-kept
# keeps the derivative of the first call
KEPT = []


def gradient_descent(df, x0, learning_rate, steps):
    KEPT.append(df)
    points = [x0]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * KEPT[0](points[-1]))
    return points

# %% argument_order | wrong | training | core | mistake: argument-order
# steps and learning rate change places
#- def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
#+ def gradient_descent(df, x0, steps, learning_rate):
#-     for _ in range(steps):
#+     for _ in range(int(steps)):

# %% ascent | wrong | training | core | mistake: step-upwards
# climbs instead of descending
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 + learning_rate * df(x0)
#+         points.append(x0)

# %% averaged | wrong | training | core | mistake: running-mean
# averages of the points
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return [sum(points[: i + 1]) / (i + 1) for i in range(len(points))]

# %% clipped | wrong | training | core | mistake: gradients-clipped
# cuts large slopes
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * max(-1.0, min(1.0, df(x0)))
#+         points.append(x0)

# %% clipped_rate | wrong | training | core | mistake: rate-capped
# cuts large learning rates
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     learning_rate = min(learning_rate, 1.0)
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append(x0)

# %% decay | wrong | training | core | mistake: rate-decays
# a learning rate that decays
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         learning_rate = learning_rate / (1 + 0.1 * step)
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append(x0)

# %% first_slope | wrong | training | core | mistake: slope-at-start
# the slope of the start in every step
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     slope = df(x0)
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * slope
#+         points.append(x0)

# %% gradients | wrong | training | core | mistake: slopes-returned
# the slopes instead of the points
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append(df(x0))

# %% halved | wrong | training | core | mistake: rate-decays
# halves the learning rate where it goes uphill
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        if abs(df(x0)) > abs(df(points[-1])):
            learning_rate /= 2
        points.append(x0)
    return points

# %% last_in_list | wrong | training | core | mistake: last-point-only
# the last point alone, in a list
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return points[-1:]

# %% last_only | wrong | training | core | mistake: last-point-only
# the last point alone
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return points[-1]

# %% limited | wrong | training | robustness | mistake: steps-limited | public: long
# no more than 100 steps
#-     for _ in range(steps):
#+     for _ in range(min(steps, 100)):

# %% long_strides_cut | wrong | training | core | mistake: gradients-clipped
# strides longer than 100 are cut
def gradient_descent(df, x0, learning_rate, steps):
    path = [x0]
    for _ in range(steps):
        step = learning_rate * df(path[-1])
        step = max(-100.0, min(100.0, step))
        path.append(path[-1] - step)
    return path

# %% lookahead | wrong | training | core | mistake: slope-after-step
# the slope after the step
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0 - learning_rate * df(x0))
#+         points.append(x0)

# %% momentum | wrong | training | core | mistake: momentum
# steps with momentum
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points, speed = [x0], 0.0
    for step in range(steps):
        speed = 0.9 * speed - learning_rate * df(x0)
        x0 = x0 + speed
        points.append(x0)
    return points

# %% multiplied | wrong | training | core | mistake: x-times-slope
# shrinks the point
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 * (1 - learning_rate * df(x0))
#+         points.append(x0)

# %% newton | wrong | training | core | mistake: newton-step
# divides by the slope of the slope
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0) / max(1e-6, abs((df(x0 + 1e-4) - df(x0)) / 1e-4))
#+         points.append(x0)

# %% no_end | wrong | training | core | mistake: one-point-too-few
# without the last point
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return points[:-1]

# %% no_rate | wrong | training | core | mistake: no-learning-rate
# the learning rate is ignored
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - df(x0)
#+         points.append(x0)

# %% no_start | wrong | training | core | mistake: one-point-too-few
# without the start
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = []
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return points

# %% no_steps | wrong | training | core | mistake: one-point-too-many
# at least one step
#-     points = [x0]
#-     for _ in range(steps):
#+     points = [x0, x0 - learning_rate * df(x0)]
#+     while len(points) < steps + 1:

# %% one_less | wrong | training | core | mistake: one-point-too-few
# one step too few
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(1, steps):
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append(x0)

# %% one_more | wrong | training | core | mistake: one-point-too-many
# one step too many
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps + 1):
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append(x0)

# %% rate_falls_after_200 | wrong | training | robustness | mistake: rate-decays | public: long
# the learning rate is halved after 200 steps
def gradient_descent(df, x0, learning_rate, steps):
    points = [x0]
    for step in range(steps):
        points.append(points[-1] - learning_rate * (1.0 if step < 200 else 0.5) * df(points[-1]))
    return points

# %% returned_early | wrong | training | core | mistake: returned-too-early
# returns within the loop
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append(x0)
#+         return points

# %% reversed | wrong | training | core | mistake: reversed-path
# last point first
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return points[::-1]

# %% scaled | wrong | training | core | mistake: x-times-slope
# scales by the point
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0) * x0
#+         points.append(x0)

# %% sign | wrong | training | core | mistake: step-sign-only
# steps by the sign of the slope only
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * ((df(x0) > 0) - (df(x0) < 0))
#+         points.append(x0)

# %% slope_at_start_distance | wrong | training | core | mistake: step-from-start
# every step begins at the start
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     start = x0
#+     for step in range(steps):
#+         x0 = start - learning_rate * df(x0)
#+         points.append(x0)

# %% start_twice | wrong | training | core | mistake: start-twice
# the start twice
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0, x0]
    for step in range(1, steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return points

# %% steps_from_one | wrong | training | core | mistake: rate-grows
# the learning rate grows with the step
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - (step + 1) * learning_rate * df(x0)
#+         points.append(x0)

# %% stops | wrong | training | core | mistake: stopped-early
# stops where the slope is small
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        if abs(df(x0)) < 1e-6:
            break
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return points

# %% stops_exactly | wrong | training | core | mistake: stopped-early
# stops at the minimum
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        if df(x0) == 0:
            break
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return points

# %% stops_far_away | wrong | training | core | mistake: stopped-early
# stops where the path runs far away
def gradient_descent(df, x0, learning_rate, steps):
    path = [x0]
    for _ in range(steps):
        if abs(df(path[-1])) > 1e6:
            break
        path.append(path[-1] - learning_rate * df(path[-1]))
    return path

# %% stops_uphill | wrong | training | core | mistake: stopped-early
# stops where it would get worse
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        if abs(df(x0)) > abs(df(points[-1])):
            break
        points.append(x0)
    return points

# %% two_steps | wrong | training | core | mistake: two-steps-for-one
# two steps for one
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0)
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append(x0)

# %% positive | wrong | values | core | mistake: held-in-bounds
# stays positive
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0)
#+         x0 = max(x0, 0.0)
#+         points.append(x0)

# %% rounded | wrong | values | core | mistake: result-rounded
# rounded points
#-     for _ in range(steps):
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+     for step in range(steps):
#+         x0 = x0 - learning_rate * df(x0)
#+         points.append(round(x0, 3))

# %% same_object | wrong | values | core | mistake: last-point-repeated
# the same list entry for all steps
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return [points[-1]] * len(points)

# %% ten_digits | wrong | values | robustness | mistake: result-rounded | public: extremes
# ten digits
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+         points.append(round(points[-1] - learning_rate * df(points[-1]), 10))
