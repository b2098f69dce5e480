# Wrong and right programs of contraction_factor; docs/reference/programs.md describes the form.

# %% fabs | right
# math.fabs
import math
#-     return abs(1 - learning_rate * curvature)
#+     return math.fabs(1 - curvature * learning_rate)

# %% max | right
# the larger of both signs
#-     return abs(1 - learning_rate * curvature)
#+     return max(1 - learning_rate * curvature, learning_rate * curvature - 1)

# %% root | right
# the root of the square
#-     return abs(1 - learning_rate * curvature)
#+     return ((1 - learning_rate * curvature) ** 2) ** 0.5

# %% step | right
# one step from 1
#-     return abs(1 - learning_rate * curvature)
#+     x = 1.0
#+     x_next = x - learning_rate * curvature * x
#+     return abs(x_next / x)

# %% tensor | right
# a 0-dim tensor
import torch
#-     return abs(1 - learning_rate * curvature)
#+     return torch.abs(torch.tensor(1.0 - learning_rate * curvature))

# %% complex | wrong | dtype | core | mistake: complex-number
# a root of a square
#-     return abs(1 - learning_rate * curvature)
#+     return complex(1 - learning_rate * curvature)

# %% whole | wrong | dtype | core | mistake: formula-no-size
# rounded to a whole number
#-     return abs(1 - learning_rate * curvature)
#+     return abs(1 - int(learning_rate * curvature))

# %% renamed | wrong | formula | robustness | mistake: argument-names
# names of its own
def contraction_factor(k: float, lr: float) -> float:
    return abs(1 - lr * k)

# %% never_zero | wrong | stability | robustness | mistake: edge-value-moved | public: extremes
# kept away from 0
#-     return abs(1 - learning_rate * curvature)
#+     return max(1e-3, abs(1 - learning_rate * curvature))

# %% rate_above | wrong | stability | robustness | mistake: edge-value-moved | public: extremes
# refuses a learning rate of 0
#-     return abs(1 - learning_rate * curvature)
#+     factor = abs(1 - learning_rate * curvature)
#+     return factor if factor != 1 else 0.999

# %% capped | wrong | training | core | mistake: formula-some-sizes
# capped at 1
#-     return abs(1 - learning_rate * curvature)
#+     return min(1.0, abs(1 - learning_rate * curvature))

# %% clipped | wrong | training | core | mistake: factor-cut
# never below 0: clipped
#-     return abs(1 - learning_rate * curvature)
#+     return max(0.0, 1 - learning_rate * curvature)

# %% divided | wrong | training | core | mistake: quotient-for-product
# divided instead of multiplied
#-     return abs(1 - learning_rate * curvature)
#+     return abs(1 - learning_rate / curvature)

# %% doubled | wrong | training | core | mistake: factor-doubled
# twice the curvature
#-     return abs(1 - learning_rate * curvature)
#+     return abs(1 - 2 * learning_rate * curvature)

# %% exponential | wrong | training | core | mistake: formula-no-size
# the continuous limit
import math
#-     return abs(1 - learning_rate * curvature)
#+     return math.exp(-learning_rate * curvature)

# %% halved | wrong | training | core | mistake: factor-halved
# half of the curvature
#-     return abs(1 - learning_rate * curvature)
#+     return abs(1 - learning_rate * curvature / 2)

# %% no_one | wrong | training | core | mistake: one-forgotten
# the step alone, without the point it starts from
#-     return abs(1 - learning_rate * curvature)
#+     return abs(learning_rate * curvature)

# %% plus | wrong | training | core | mistake: sum-for-difference
# a step uphill
#-     return abs(1 - learning_rate * curvature)
#+     return abs(1 + learning_rate * curvature)

# %% signed | wrong | training | core | mistake: absolute-value-missing
# the factor with its sign
#-     return abs(1 - learning_rate * curvature)
#+     return 1 - learning_rate * curvature

# %% squared | wrong | training | core | mistake: factor-squared
# squared
#-     return abs(1 - learning_rate * curvature)
#+     return (1 - learning_rate * curvature) ** 2

# %% swapped_minus | wrong | training | core | mistake: formula-no-size
# curvature minus rate
#-     return abs(1 - learning_rate * curvature)
#+     return abs(curvature - learning_rate)

# %% turned | wrong | training | core | mistake: absolute-value-missing
# the sign is turned
#-     return abs(1 - learning_rate * curvature)
#+     return learning_rate * curvature - 1

# %% measured | wrong | stability | robustness | mistake: out-of-range | public: extremes
# measured over forty steps
def contraction_factor(curvature: float, learning_rate: float) -> float:
    x = 1.0
    for _ in range(40):
        x -= learning_rate * curvature * x
    return abs(x) ** (1 / 40)
