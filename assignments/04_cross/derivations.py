# %% [markdown]
# # 04 · Cross-attention: derivations
#
# Two sequences of different lengths keep the axes apart. These three questions are about shapes, about what depends on
# a length and what does not, and about how far attention can move a vector at all.

# %%
from torch import Tensor

# %% [markdown]
# ## `cross_scores_shape`
# *difficulty: ●○○ · about 2 minutes*
#
# A sentence of $T_1$ tokens attends to one of $T_2$ tokens. What is the shape of the matrix of scores, without leading
# dimensions? Think of one entry: which token asks there, which is asked, and which index is the row?
# In a square nobody sees the difference, and this is why a transposed softmax can go unnoticed in self-attention.


# %%
def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    """Return the shape (rows, columns) of the scores of `T_1` asking tokens against `T_2` tokens that are read."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `n_params_cross`
# *difficulty: ●○○ · about 1 minute*
#
# How many numbers does `CrossAttention` learn? Compare with part 01: it reads two sequences instead of one, a caption of
# five tokens or a book of five thousand. Which of this shows in the count?


# %%
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    """Return the number of learned parameters of `CrossAttention(d_in, d_out_kq, d_out_v)`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `context_bounds`
# *difficulty: ●●○ · about 10 minutes*
#
# Somebody shows you the values, `values (T, d_v)`, and nothing else: no queries, no keys, no weights. You still know
# something about every context vector $c = \sum_j \alpha_j v_j$, because softmax promises two things about a row of
# weights: $\alpha_j \ge 0$ and $\sum_j \alpha_j = 1$.
#
# Look at one column at a time. How small and how large can $c$ become there, whatever the weights? Give the tightest
# bounds that hold for *all* such weights. A bound is tight when some weights come as close to it as you like: which
# weights would you choose?
#
# The answer tells what attention cannot do. It picks and mixes what is already in the values; it never amplifies. It is
# a test as well: an output outside of these bounds means that the rows of weights do not sum to 1, that some weights
# are negative, or that something was added afterwards.
#
# $$(T, d_v) \;\to\; (d_v,), \; (d_v,)$$


# %%
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    """Return the tightest `(lower, upper)` between which every context vector of `values` lies, column by column.

    `values (T, d_v)` gives two tensors `(d_v,)` with the dtype and device of `values`; `T` is at most 200. The weights
    are any that a softmax may return.
    """
    raise NotImplementedError  # your code here
