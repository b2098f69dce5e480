# Wrong and right programs of first_order_approximation; docs/reference/programs.md describes the form.

# %% as_float | right
# a float at the end
#-     return f(x) + eps * df(x)
#+     return float(f(x) + eps * df(x))

# %% assigned | right
# assigned, not defined
first_order_approximation = lambda f, df, x, eps: f(x) + eps * df(x)

# %% docstring | right
# a docstring, checks and a further parameter
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    """The tangent at x."""
    assert callable(f) and callable(df)
    return f(x) + eps * df(x)

# %% extra_parameter | right
# a further parameter with a default
#- def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
#+ def first_order_approximation(f, df, x, eps, order=1):

# %% fraction_like | right
# a sum of products
#-     return f(x) + eps * df(x)
#+     return sum(weight * value for weight, value in ((1, f(x)), (eps, df(x))))

# %% lambda_ | right
# an inner function
#-     return f(x) + eps * df(x)
#+     def tangent(point):
#+         return f(x) + df(x) * (point - x)
#+     return tangent(x + eps)

# %% numpy | right
# numpy scalars
import numpy as np
#-     return f(x) + eps * df(x)
#+     return np.float64(f(x)) + np.float64(eps) * np.float64(df(x))

# %% tensor | right
# a tensor with no dimensions
#-     return f(x) + eps * df(x)
#+     return torch.tensor(f(x) + eps * df(x), dtype=torch.float64)

# %% terms | right
# term by term
#-     return f(x) + eps * df(x)
#+     value = f(x)
#+     slope = df(x)
#+     return value + slope * eps

# %% floats_only | wrong | dtype | robustness | mistake: whole-numbers-refused | public: sizes
# refuses whole numbers
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    if not (isinstance(x, float) and isinstance(eps, float)):
        raise TypeError("x and eps must be floats")
    return f(x) + eps * df(x)

# %% whole | wrong | dtype | core | mistake: formula-no-size
# rounded down
#-     return f(x) + eps * df(x)
#+     return int(f(x) + eps * df(x))

# %% whole_eps | wrong | dtype | core | mistake: formula-no-size
# eps rounded down
#-     return f(x) + eps * df(x)
#+     return f(x) + int(eps) * df(x)

# %% absolute_eps | wrong | formula | core | mistake: formula-some-sizes
# eps without its sign
#-     return f(x) + eps * df(x)
#+     return f(x) + abs(eps) * df(x)

# %% absolute_slope | wrong | formula | core | mistake: formula-some-sizes
# the size of the slope
#-     return f(x) + eps * df(x)
#+     return f(x) + eps * abs(df(x))

# %% argument_order | wrong | formula | core | mistake: formula-no-size
# x and eps change places
#- def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
#+ def first_order_approximation(f, df, eps, x):

# %% chained | wrong | formula | core | mistake: formula-no-size
# the slope at f(x) instead of x
#-     return f(x) + eps * df(x)
#+     return f(x) + eps * df(f(x))

# %% coarse_difference | wrong | formula | core | mistake: formula-no-size
# a coarse difference in place of df
#-     return f(x) + eps * df(x)
#+     h = 0.01
#+     return f(x) + eps * (f(x + h) - f(x)) / h

# %% descent | wrong | formula | core | mistake: value-left-out
# a step of gradient descent
#-     return f(x) + eps * df(x)
#+     return x - eps * df(x)

# %% df_at_eps | wrong | formula | core | mistake: slope-at-step
# the slope at eps
#-     return f(x) + eps * df(x)
#+     return f(x) + eps * df(eps)

# %% divided | wrong | formula | core | mistake: step-squared
# divides by eps
#-     return f(x) + eps * df(x)
#+     return f(x) + df(x) / eps if eps else f(x)

# %% eps_squared | wrong | formula | core | mistake: step-squared
# eps squared
#-     return f(x) + eps * df(x)
#+     return f(x) + eps**2 * df(x)

# %% exact | wrong | formula | core | mistake: exact-value
# evaluates the function at the new point
#-     return f(x) + eps * df(x)
#+     return f(x + eps)

# %% f_at_eps | wrong | formula | core | mistake: formula-no-size
# the value at eps
#-     return f(x) + eps * df(x)
#+     return f(eps) + eps * df(x)

# %% f_twice | wrong | formula | core | mistake: formula-no-size
# f applied twice
#-     return f(x) + eps * df(x)
#+     return f(f(x)) + eps * df(x)

# %% fixed_eps | wrong | formula | core | mistake: formula-no-size
# an eps of its own
#-     return f(x) + eps * df(x)
#+     return f(x) + 0.1 * df(x)

# %% inside | wrong | formula | core | mistake: formula-no-size
# f at the point moved by eps times the slope
#-     return f(x) + eps * df(x)
#+     return f(x + eps * df(x))

# %% minus | wrong | formula | core | mistake: step-downwards
# the change is subtracted
#-     return f(x) + eps * df(x)
#+     return f(x) - eps * df(x)

# %% no_eps | wrong | formula | core | mistake: step-left-out
# the slope is not multiplied
#-     return f(x) + eps * df(x)
#+     return f(x) + df(x)

# %% no_slope | wrong | formula | core | mistake: value-only
# the value alone
#-     return f(x) + eps * df(x)
#+     return f(x)

# %% no_value | wrong | formula | core | mistake: value-left-out
# the change alone
#-     return f(x) + eps * df(x)
#+     return eps * df(x)

# %% not_called | wrong | formula | core | mistake: not-called
# returns the function
#-     return f(x) + eps * df(x)
#+     return lambda point: f(x) + eps * df(point)

# %% numeric | wrong | formula | core | mistake: numeric-derivative
# a numeric derivative in place of df
def first_order_approximation(f, df, x, eps):
    h = 1e-6
    return f(x) + eps * (f(x + h) - f(x - h)) / (2 * h)

# %% only_small | wrong | formula | core | mistake: formula-some-sizes
# returns the exact value where eps is large
#-     return f(x) + eps * df(x)
#+     return f(x + eps) if abs(eps) > 0.3 else f(x) + eps * df(x)

# %% product | wrong | formula | core | mistake: formula-no-size
# multiplies value and change
#-     return f(x) + eps * df(x)
#+     return f(x) * (1 + eps * df(x))

# %% secant | wrong | formula | core | mistake: exact-value
# the slope of the secant
#-     return f(x) + eps * df(x)
#+     return f(x) + (f(x + eps) - f(x))

# %% second_order | wrong | formula | core | mistake: formula-no-size
# the next term of the series
#-     return f(x) + eps * df(x)
#+     h = 1e-4
#+     return f(x) + eps * df(x) + eps**2 / 2 * (df(x + h) - df(x - h)) / (2 * h)

# %% slope_at_end | wrong | formula | core | mistake: slope-elsewhere
# the slope at the new point
#-     return f(x) + eps * df(x)
#+     return f(x) + eps * df(x + eps)

# %% slope_between | wrong | formula | core | mistake: formula-no-size
# the slope half way to the new point
#-     return f(x) + eps * df(x)
#+     return f(x) + eps * df(x + eps / 2)

# %% sum_times_slope | wrong | formula | core | mistake: formula-no-size
# multiplies by x + eps
#-     return f(x) + eps * df(x)
#+     return f(x) + (x + eps) * df(x)

# %% swapped | wrong | formula | core | mistake: functions-swapped
# f and df change places
#-     return f(x) + eps * df(x)
#+     return df(x) + eps * f(x)

# %% value_at_end | wrong | formula | core | mistake: slope-elsewhere
# the value at the new point
#-     return f(x) + eps * df(x)
#+     return f(x + eps) + eps * df(x)

# %% x_times_slope | wrong | formula | core | mistake: formula-no-size
# multiplies by x
#-     return f(x) + eps * df(x)
#+     return f(x) + x * df(x)

# %% pair | wrong | shape | core | mistake: parts-not-added
# returns value and change
#-     return f(x) + eps * df(x)
#+     return f(x), eps * df(x)

# %% printed | wrong | shape | core | mistake: returns-none
# prints and returns nothing
#-     return f(x) + eps * df(x)
#+     print(f(x) + eps * df(x))

# %% string | wrong | shape | core | mistake: text-for-numbers
# returns text
#-     return f(x) + eps * df(x)
#+     return f"{f(x) + eps * df(x):.6f}"

# %% added_noise | wrong | state | robustness | mistake: generator-moved | public: random
# draws a number
#-     return f(x) + eps * df(x)
#+     return f(x) + eps * df(x) + 0 * float(torch.rand(()))

# %% argument_names | wrong | state | robustness | mistake: argument-names
# other argument names
def first_order_approximation(f, df, x0, h):
    return f(x0) + h * df(x0)

# %% default_double | wrong | state | robustness | mistake: default-dtype-changed | public: settings
# makes float64 the default of torch
import torch


def first_order_approximation(f, df, x, eps):
    torch.set_default_dtype(torch.float64)
    return f(x) + eps * df(x)

# %% grows_by_call | wrong | state | core | mistake: formula-no-size
# every call goes a little further than the one before
CALLS = []


def first_order_approximation(f, df, x, eps):
    CALLS.append(eps)
    return f(x) + eps * (1 + 0.01 * len(CALLS)) * df(x)

# %% kept_by_point | wrong | state | core | mistake: first-result-kept
# the result at a point is kept, whatever the function
KNOWN = {}


def first_order_approximation(f, df, x, eps):
    if (x, eps) not in KNOWN:
        KNOWN[x, eps] = f(x) + eps * df(x)
    return KNOWN[x, eps]

# %% slope_kept_by_point | wrong | state | core | mistake: first-slopes-kept
# the slope at a point is kept, whatever the function
SLOPES = {}


def first_order_approximation(f, df, x, eps):
    return f(x) + eps * SLOPES.setdefault(x, df(x))

# %% rounded | wrong | values | core | mistake: formula-no-size
# rounded to two digits
#-     return f(x) + eps * df(x)
#+     return round(f(x) + eps * df(x), 2)

# %% ten_digits | wrong | values | robustness | mistake: result-rounded | public: extremes
# rounded to ten digits
#-     return f(x) + eps * df(x)
#+     return round(f(x) + eps * df(x), 10)
