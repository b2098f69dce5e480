# Wrong and right programs of n_visible_pairs; docs/reference/programs.md describes the form.

# %% comb_right | right
# binomial
import math
#-     return T * (T + 1) // 2
#+     return math.comb(T + 1, 2)

# %% float | right
# a float
#-     return T * (T + 1) // 2
#+     return (T**2 + T) / 2

# %% indices | right
# all pairs without the diagonal, halved, and the diagonal
#-     return T * (T + 1) // 2
#+     return (T * T - T) // 2 + T

# %% share | right
# a share of all pairs
#-     return T * (T + 1) // 2
#+     return T**2 * (1 + 1 / T) / 2

# %% sum | right
# a sum over the rows
#-     return T * (T + 1) // 2
#+     return sum(query + 1 for query in range(T))

# %% triangle | right
# the rows counted as a tensor of whole numbers
#-     return T * (T + 1) // 2
#+     return torch.arange(1, T + 1).sum()

# %% float16 | wrong | dtype | robustness | mistake: counted-in-half
# half precision
def n_visible_pairs(T: int) -> int:
    return (
        torch.ones(T, T, dtype=torch.float16).tril().sum().item()
        if T < 60
        else float(torch.tensor(T * (T + 1) / 2).half())
    )

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32
# counted in int32
import torch
#-     return T * (T + 1) // 2
#+     T = torch.tensor(T, dtype=torch.int32)
#+     return int(T * (T + 1) // 2)

# %% built_indices | wrong | formula | robustness | mistake: memory-exhausted
# all pairs are listed, which no memory has room for
#-     return T * (T + 1) // 2
#+     return torch.tril_indices(T, T).shape[1]

# %% built_triangle | wrong | formula | robustness | mistake: memory-exhausted
# the triangle is built, which no memory has room for
#-     return T * (T + 1) // 2
#+     return torch.ones(T, T, dtype=torch.bool).tril().sum()

# %% factorial | wrong | formula | core | mistake: formula-some-sizes
# multiplied instead of added
import math
#-     return T * (T + 1) // 2
#+     return math.factorial(T)

# %% precedence | wrong | formula | core | mistake: formula-no-size
# / binds before +: a bracket is missing
#-     return T * (T + 1) // 2
#+     return T * T + 1 / 2

# %% renamed | wrong | formula | robustness | mistake: argument-names
# another name for T
def n_visible_pairs(n: int) -> int:
    return n * (n + 1) // 2

# %% all | wrong | mask | core | mistake: all-pairs
# all pairs
#-     return T * (T + 1) // 2
#+     return T * T

# %% comb | wrong | mask | core | mistake: self-not-counted
# pairs without order
import math
#-     return T * (T + 1) // 2
#+     return math.comb(T, 2)

# %% half | wrong | mask | core | mistake: half-of-all-pairs
# half of all pairs
#-     return T * (T + 1) // 2
#+     return T * T // 2

# %% half_float | wrong | mask | core | mistake: half-of-all-pairs
# half of all pairs, as a float
#-     return T * (T + 1) // 2
#+     return T**2 / 2

# %% half_plus | wrong | mask | core | mistake: formula-no-size
# half, rounded up
#-     return T * (T + 1) // 2
#+     return (T * T + 1) // 2

# %% hidden | wrong | mask | core | mistake: self-not-counted
# the hidden pairs
#-     return T * (T + 1) // 2
#+     return T * T - T * (T + 1) // 2

# %% one_too_many | wrong | mask | core | mistake: formula-no-size
# one row too many
#-     return T * (T + 1) // 2
#+     return (T + 1) * (T + 2) // 2

# %% range_short | wrong | mask | core | mistake: self-not-counted
# a range that ends too early
#-     return T * (T + 1) // 2
#+     return sum(range(T))

# %% tokens | wrong | mask | core | mistake: formula-no-size
# one pair for each token
#-     return T * (T + 1) // 2
#+     return T

# %% without_itself | wrong | mask | core | mistake: self-not-counted
# the diagonal left out
#-     return T * (T + 1) // 2
#+     return T * (T - 1) // 2

# %% tensor_of_rows | wrong | shape | core | mistake: counts-per-row
# a number for each row
#-     return T * (T + 1) // 2
#+     return torch.arange(1, T + 1)

# %% recursive | wrong | stability | robustness | mistake: recursion-too-deep
# a recursion that is too deep
#-     return T * (T + 1) // 2
#+     return T if T <= 1 else T + n_visible_pairs(T - 1)
