# Wrong and right programs of head_dim; docs/reference/programs.md describes the form.

# %% checked | right
# checked first
#-     return d_model // num_heads
#+     if d_model % num_heads != 0:
#+         raise ValueError("num_heads must divide d_model")
#+     return int(d_model / num_heads)

# %% divmod | right
# divmod
#-     return d_model // num_heads
#+     return divmod(d_model, num_heads)[0]

# %% float | right
# a float
#-     return d_model // num_heads
#+     return d_model / num_heads

# %% fraction | right
# a Fraction
from fractions import Fraction
#-     return d_model // num_heads
#+     return Fraction(d_model, num_heads)

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# float32
import torch
#-     return d_model // num_heads
#+     return torch.tensor(float(d_model)) / num_heads

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# int32 that overflows
import torch


def head_dim(d_model, num_heads):
    return int(torch.tensor(d_model).int() // num_heads)

# %% text | wrong | dtype | core | mistake: text-for-numbers
# a text instead of a number
#-     return d_model // num_heads
#+     return f"{d_model // num_heads}"

# %% renamed | wrong | formula | robustness | mistake: argument-names
# names of its own
def head_dim(width: int, heads: int) -> int:
    return width // heads

# %% constant | wrong | heads | core | mistake: formula-same-for-all
# 64
#-     return d_model // num_heads
#+     return 64

# %% difference | wrong | heads | core | mistake: formula-no-size
# subtracted instead of divided
#-     return d_model // num_heads
#+     return d_model - num_heads

# %% one_less_head | wrong | heads | core | mistake: formula-no-size
# one head too few
#-     return d_model // num_heads
#+     return d_model // (num_heads - 1)

# %% one_more | wrong | heads | core | mistake: off-by-one
# one column too many
#-     return d_model // num_heads
#+     return d_model // num_heads + 1

# %% product | wrong | heads | core | mistake: heads-multiplied
# multiplied instead of divided
#-     return d_model // num_heads
#+     return d_model * num_heads

# %% remainder | wrong | heads | core | mistake: formula-same-for-all
# the remainder of the division
#-     return d_model // num_heads
#+     return d_model % num_heads

# %% root | wrong | heads | core | mistake: formula-some-sizes
# the root of the width
#-     return d_model // num_heads
#+     return int(d_model**0.5)

# %% upside_down | wrong | heads | core | mistake: formula-same-for-all
# divided the other way round
#-     return d_model // num_heads
#+     return num_heads // d_model

# %% whole | wrong | heads | core | mistake: width-of-the-model
# the whole width
#-     return d_model // num_heads
#+     return d_model

# %% tuple | wrong | shape | core | mistake: more-returned
# quotient and remainder
#-     return d_model // num_heads
#+     return divmod(d_model, num_heads)
