# Wrong and right programs of dot_product_variance; docs/reference/programs.md describes the form.

# %% fraction | right
# a Fraction
from fractions import Fraction
#-     return d_h * sigma**4
#+     return Fraction(sigma) ** 4 * d_h

# %% numpy | right
# numpy
import numpy as np
#-     return d_h * sigma**4
#+     return np.float32(d_h) * np.square(np.square(np.float32(sigma)))

# %% products | right
# variances multiplied and added
#-     return d_h * sigma**4
#+     return sum((sigma * sigma) * (sigma * sigma) for _ in range(d_h))

# %% tensor | right
# a 0-dim tensor in float32
#-     return d_h * sigma**4
#+     return torch.tensor(d_h * sigma**4)

# %% whole | wrong | dtype | core | mistake: formula-no-size
# rounded to a whole number
#-     return d_h * sigma**4
#+     return int(d_h * sigma**4)

# %% measured | wrong | formula | core | mistake: measured-not-derived
# measured instead of derived
#-     return d_h * sigma**4
#+     q, k = sigma * torch.randn(1000, d_h), sigma * torch.randn(1000, d_h)
#+     return (q * k).sum(-1).var()

# %% renamed | wrong | formula | robustness | mistake: argument-names
# arguments with names of their own
def dot_product_variance(n: int, s: float) -> float:
    return n * s**4

# %% rounded | wrong | formula | robustness | mistake: result-rounded | public: extremes
# rounded to 6 decimals
#-     return d_h * sigma**4
#+     return round(d_h * sigma**4, 6)

# %% cubed | wrong | scale | core | mistake: formula-size-factor
# sigma to the third power
#-     return d_h * sigma**4
#+     return d_h * sigma**3

# %% divided | wrong | scale | core | mistake: formula-size-factor
# divided by the width
#-     return d_h * sigma**4
#+     return sigma**4 / d_h

# %% no_width | wrong | scale | core | mistake: width-missing
# the variance after scaling
#-     return d_h * sigma**4
#+     return sigma**4

# %% one_less | wrong | scale | core | mistake: formula-no-size
# one entry too few
#-     return d_h * sigma**4
#+     return (d_h - 1) * sigma**4

# %% root_width | wrong | scale | core | mistake: formula-size-factor
# the root of the width
#-     return d_h * sigma**4
#+     return d_h**0.5 * sigma**4

# %% sigma_squared | wrong | scale | core | mistake: variance-of-one-entry
# sigma squared
#-     return d_h * sigma**4
#+     return d_h * sigma**2

# %% squares_of_squares | wrong | scale | core | mistake: formula-factor
# variance of the squares of normal entries
#-     return d_h * sigma**4
#+     return 2 * d_h * sigma**4

# %% std | wrong | scale | core | mistake: standard-deviation-for-variance
# the standard deviation
#-     return d_h * sigma**4
#+     return d_h**0.5 * sigma**2

# %% two_sigma | wrong | scale | core | mistake: formula-size-factor
# variances added instead of multiplied
#-     return d_h * sigma**4
#+     return d_h * 2 * sigma**2

# %% unit | wrong | scale | core | mistake: formula-no-size
# sigma is ignored
#-     return d_h * sigma**4
#+     return d_h

# %% width_squared | wrong | scale | core | mistake: standard-deviation-for-variance
# the width squared
#-     return d_h * sigma**4
#+     return d_h**2 * sigma**4
