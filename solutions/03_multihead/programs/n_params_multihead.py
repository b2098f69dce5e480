# Wrong and right programs of n_params_multihead; docs/reference/programs.md describes the form.

# %% heads | right
# head by head, whatever their number
def n_params_multihead(d_model: int, num_heads: int = 1) -> int:
    width = d_model / num_heads
    return num_heads * 3 * d_model * width + d_model**2

# %% pow | right
# math.pow
import math
#-     return 4 * d_model**2
#+     return 4 * math.pow(d_model, 2)

# %% shift | right
# a shift of bits
#-     return 4 * d_model**2
#+     return (d_model * d_model) << 2

# %% square_of_double | right
# the square of the double
#-     return 4 * d_model**2
#+     return (2 * d_model) ** 2

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
import torch
#-     return 4 * d_model**2
#+     return 4 * torch.tensor(float(d_model)) ** 2

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# int32 that overflows
import torch


def n_params_multihead(d_model):
    return int(torch.tensor([4, d_model, d_model], dtype=torch.int32).prod(dtype=torch.int32))

# %% biases | wrong | formula | core | mistake: biases-counted
# biases counted
#-     return 4 * d_model**2
#+     return 4 * d_model * (d_model + 1)

# %% doubled | wrong | formula | core | mistake: formula-size-factor
# counted twice
#-     return 4 * d_model**2
#+     return d_model * 2 * 2

# %% linear | wrong | formula | core | mistake: formula-size-factor
# the width is not squared
#-     return 4 * d_model**2
#+     return 4 * d_model

# %% nothing | wrong | formula | core | mistake: returns-none
# nothing returned
#-     return 4 * d_model**2
#+     count = 4 * d_model**2
#+     count + 0

# %% one | wrong | formula | core | mistake: one-matrix-only
# one matrix only
#-     return 4 * d_model**2
#+     return d_model**2

# %% output_bias | wrong | formula | core | mistake: formula-term
# a bias on the output projection
#-     return 4 * d_model**2
#+     return 4 * d_model**2 + d_model

# %% renamed | wrong | formula | robustness | mistake: argument-names
# another name
def n_params_multihead(d: int) -> int:
    return 4 * d * d

# %% three | wrong | formula | core | mistake: output-projection-forgotten
# the output projection forgotten
#-     return 4 * d_model**2
#+     return 3 * d_model**2

# %% whole_squared | wrong | formula | core | mistake: formula-factor
# the 4 squared too
#-     return 4 * d_model**2
#+     return (4 * d_model) ** 2

# %% with_feed_forward | wrong | formula | core | mistake: formula-factor
# a feed-forward layer counted
#-     return 4 * d_model**2
#+     return 12 * d_model**2

# %% xor | wrong | formula | core | mistake: formula-no-size
# ^ is xor in Python, no power
#-     return 4 * d_model**2
#+     return 4 * d_model ^ 2

# %% eight_heads | wrong | heads | core | mistake: formula-some-sizes
# times 8 heads
#-     return 4 * d_model**2
#+     return 8 * 4 * d_model * (d_model // 8)

# %% needs_heads | wrong | heads | core | mistake: argument-added
# a number of heads must be given
#- def n_params_multihead(d_model: int) -> int:
#+ def n_params_multihead(d_model: int, num_heads: int) -> int:
