# Wrong and right programs of largest_stable_learning_rate; docs/reference/programs.md describes the form.

# %% fraction | right
# a Fraction
from fractions import Fraction
#-     return 2 / curvature
#+     return 2 / Fraction(curvature)

# %% numpy | right
# numpy
import numpy as np
#-     return 2 / curvature
#+     return np.divide(2.0, curvature)

# %% power | right
# a negative power
#-     return 2 / curvature
#+     return 2 * curvature**-1

# %% tensor | right
# a 0-dim tensor
import torch
#-     return 2 / curvature
#+     return torch.tensor(2.0) / curvature

# %% floor | wrong | dtype | core | mistake: formula-some-sizes
# rounded to a whole number
#-     return 2 / curvature
#+     return 2 // curvature

# %% renamed | wrong | formula | robustness | mistake: argument-names
# another name
def largest_stable_learning_rate(k: float) -> float:
    return 2 / k

# %% rounded | wrong | formula | robustness | mistake: result-rounded | public: extremes
# rounded
#-     return 2 / curvature
#+     return round(2 / curvature, 6)

# %% interval | wrong | shape | core | mistake: more-returned
# an interval instead of its end
#-     return 2 / curvature
#+     return (0.0, 2 / curvature)

# %% eps | wrong | stability | robustness | mistake: constant-in-denominator | public: extremes
# an eps below the line
#-     return 2 / curvature
#+     return 2 / (curvature + 1e-6)

# %% constant | wrong | training | core | mistake: curvature-ignored
# 2, whatever the curvature is
#-     return 2 / curvature
#+     return 2.0

# %% four | wrong | training | core | mistake: formula-factor
# the half of x²/2 counted the wrong way
#-     return 2 / curvature
#+     return 4 / curvature

# %% half | wrong | training | core | mistake: quotient-turned
# half of the curvature
#-     return 2 / curvature
#+     return curvature / 2

# %% inclusive | wrong | training | core | mistake: formula-constant
# a little below the bound
#-     return 2 / curvature
#+     return 2 / curvature - 1e-3

# %% linear | wrong | training | core | mistake: product-for-quotient
# proportional to the curvature
#-     return 2 / curvature
#+     return 2 * curvature

# %% negative | wrong | training | core | mistake: formula-factor
# a negative rate
#-     return 2 / curvature
#+     return -2 / curvature

# %% no_half | wrong | training | core | mistake: formula-factor
# the half of x²/2 is forgotten
#-     return 2 / curvature
#+     return 1 / (2 * curvature)

# %% one_over | wrong | training | core | mistake: fastest-rate
# the best rate instead of the largest
#-     return 2 / curvature
#+     return 1 / curvature

# %% root | wrong | training | core | mistake: formula-size-factor
# the root is taken
#-     return 2 / curvature
#+     return (2 / curvature) ** 0.5

# %% squared | wrong | training | core | mistake: formula-size-factor
# the curvature squared
#-     return 2 / curvature
#+     return 2 / curvature**2
