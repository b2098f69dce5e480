# Wrong and right programs of dot_product_variance, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% seeded | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds torch before it computes
#-     return d_h * sigma**4
#+     torch.manual_seed(0)
#+     return d_h * sigma**4

# %% eight_places | wrong | values | robustness | mistake: result-rounded | public: extremes
# rounded to eight places
def dot_product_variance(d_h: int, sigma: float) -> float:
    return round(d_h * sigma**4, 8)

# %% by_logarithms | wrong | stability | robustness | mistake: zero-not-handled | public: extremes
# through logarithms
import math


def dot_product_variance(d_h: int, sigma: float) -> float:
    return math.exp(math.log(d_h) + 4 * math.log(sigma))
