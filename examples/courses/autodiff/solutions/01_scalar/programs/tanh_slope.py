# %% factors | right
# two factors
def tanh_slope(y):
    return (1 - y) * (1 + y)


# %% by_input | right
# through the input, which is found again
import math


def tanh_slope(y):
    return 1 / math.cosh(math.atanh(y)) ** 2 if abs(y) < 1 else 0.0


# %% of_input | wrong | formula | core | mistake: slope-at-input
# the value is taken for the input
import math
#-     return 1 - y**2
#+     return 1 - math.tanh(y) ** 2

# %% not_squared | wrong | formula | core | mistake: not-squared
# without the square
#-     return 1 - y**2
#+     return 1 - y

# %% sigmoid | wrong | formula | core | mistake: slope-of-sigmoid
# the slope of the sigmoid
#-     return 1 - y**2
#+     return y * (1 - y)

# %% sign | wrong | formula | core | mistake: sign-of-square
# one plus the square
#-     return 1 - y**2
#+     return 1 + y**2

# %% inverse | wrong | formula | core | mistake: slope-of-inverse
# the slope of the inverse function
#-     return 1 - y**2
#+     return 1 / (1 - y**2) if abs(y) < 1 else 0.0

# %% by_logarithm | wrong | stability | robustness | mistake: fails-where-flat
# through the input, which does not exist at the ends
import math
#-     return 1 - y**2
#+     return 1 / math.cosh(math.atanh(y)) ** 2
