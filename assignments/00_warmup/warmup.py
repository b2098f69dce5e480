# %% [markdown]
# # 00 · Warm-up
#
# Before attention, one line of code: it shows that Python, PyTorch and pytest work on your machine, and that you know
# where to write and how to find out whether it is right. If this part passes, what goes wrong later is about attention.
#
# How to work, here and in every part:
#
# 1. read the text above an exercise, then its docstring, which says what goes in and what comes out;
# 2. replace `raise NotImplementedError` with your own lines, and leave names and arguments as they are;
# 3. run the tests. The most convenient way is `python -m assignments.watch 00_warmup` from the top folder: it runs them
#    again whenever you save. `pytest assignments/00_warmup` runs them once. An exercise that you have not started is
#    reported as *not attempted*, which is no mistake.
#
# Three conventions run through the whole course:
#
# - A shape is written in brackets, often as a comment after the code that makes the tensor: `# (2, 3)` has two rows
#   and three columns. Dots stand for any number of leading dimensions, none included: a tensor `(..., n)` may be a
#   vector `(n,)`, a matrix `(rows, n)` or a batch of matrices `(batch, rows, n)`.
# - A function returns something new and leaves its inputs as they were.
# - No size is fixed: a function works for two rows and for two hundred.
#
# What else holds for every exercise is on one page: [what is checked](../../docs/what_is_checked.md). Another one has
# [the calls of PyTorch](../../docs/torch_calls.md) that you need, with a line for each. Where the exercises come from, with
# authors and addresses, is on a third: [sources](../../docs/sources.md).
#
# Each part from 01 on ends with something to see: `python -m assignments.show 01` puts what you built to use and draws what
# it does. `python -m assignments.show` lists them all.

# %%
from torch import Tensor

# %% [markdown]
# ## `row_sums`
# *difficulty: ●○○ · about 2 minutes*
#
# Add up the numbers of each row. For a matrix, that is one number per row:
#
# ```
# [[1, 2, 3],          [ 6,
#  [4, 5, 6]]    →      15]
# ```
#
# Most operations of PyTorch take an argument `dim`: the dimension along which they work, and which the answer no longer
# has. If you name none, they take all dimensions at once, and the two rows above would give the single number 21.
# Dimensions may be counted from the front (0, 1, …) or from the back (-1, -2, …). Where the number of leading dimensions
# is open, as here, only one of the two ways of counting means the same dimension every time.
#
# You will need this again soon: a row of attention weights says how a word divides its attention among all words, and
# the sum of the row has to be 1.
#
# $$y_{\ldots} = \sum_{j=1}^{n} x_{\ldots\, j} \qquad\qquad (\ldots, n) \;\to\; (\ldots)$$


# %%
def row_sums(x: Tensor) -> Tensor:
    """Return the sum over the last dimension: `(..., n)` to `(...)`, with the dtype and device of `x`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# **Guess first.** `x.mT` is `x` with rows and columns exchanged. How many numbers does `row_sums(x.mT)` have, and
# which? Write your guess into the next cell of the notebook before you run it, or, without the notebook, run
# `python -m assignments.show 00 guess`.
