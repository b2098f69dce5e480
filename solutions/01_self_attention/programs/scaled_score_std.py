# Wrong and right programs of scaled_score_std; docs/reference/programs.md describes the form.

# %% numpy | right
# numpy
import numpy as np
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return np.sqrt(np.array([d_h * sigma**4]).sum() / d_h)

# %% product | right
# a product
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return sigma * sigma

# %% root | right
# the root of the variance over the width
import math
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return math.sqrt(dot_product_variance(d_h, sigma)) / math.sqrt(d_h)

# %% torch | right
# torch.sqrt
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return torch.sqrt(torch.tensor(d_h * sigma**4 / d_h, dtype=torch.float64))

# %% whole | wrong | dtype | core | mistake: formula-no-size
# rounded to a whole number
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return int(sigma**2)

# %% renamed | wrong | formula | robustness | mistake: argument-names
# arguments with names of their own
def scaled_score_std(width: int, spread: float) -> float:
    return spread**2

# %% rounded | wrong | formula | robustness | mistake: result-rounded | public: extremes
# rounded to 4 decimals
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return round(sigma**2, 4)

# %% by_width | wrong | scale | core | mistake: formula-size-factor
# the variance over the width
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return sigma**2 / d_h

# %% divided_twice | wrong | scale | core | mistake: scale-forgotten
# divided by the width
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return sigma**2 / d_h**0.5

# %% doubled | wrong | scale | core | mistake: formula-size-factor
# twice sigma
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return 2 * sigma

# %% fourth_root | wrong | scale | core | mistake: formula-no-size
# the root is taken twice
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return d_h**0.25 * sigma**2

# %% half_power | wrong | scale | core | mistake: formula-size-factor
# ** 1 / 2 is half, no root
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return (d_h * sigma**4 / d_h) ** 1 / 2

# %% one | wrong | scale | core | mistake: formula-same-for-all
# 1, whatever sigma is
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return 1.0

# %% root_sigma | wrong | scale | core | mistake: formula-no-size
# the root of sigma
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return sigma**0.5

# %% sigma | wrong | scale | core | mistake: spread-of-one-entry
# sigma itself
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return sigma

# %% unscaled | wrong | scale | core | mistake: scale-forgotten
# the scaling is forgotten
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return d_h**0.5 * sigma**2

# %% variance | wrong | scale | core | mistake: variance-for-standard-deviation
# the variance, not the standard deviation
#-     return math.sqrt(dot_product_variance(d_h, sigma) / d_h)
#+     return sigma**4
