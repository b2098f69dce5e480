# %% [markdown]
# # 04 · Cross-attention
#
# In self-attention one sentence asks itself. Often there are two sequences: a translator writes the next German word
# and looks back at the English sentence; a picture model draws and looks at the caption. The one that is written asks
# the questions, the one that is read answers them. That is *cross-attention*; Vaswani et al. (2017, section 3.2.3)
# call it encoder-decoder attention.
#
# The formula stays the one you know. What changes is where its three parts come from:
#
# | | comes from | number of rows |
# | --- | --- | --- |
# | queries | `x_1`, the sequence that asks | $T_1$ |
# | keys | `x_2`, the sequence that is read | $T_2$ |
# | values | `x_2` | $T_2$ |
#
# Running example (after Raschka; [sources](../../docs/sources.md)): `x_1` holds the six words of *Life is short, eat
# dessert first*, `x_2` eight other tokens. The scores are then no longer a square. This is a good test of whether you
# know which axis is which, since mistakes that a square forgives show here.
#
# [What is checked](../../docs/what_is_checked.md) in every exercise is on a page of its own.
#
# ![The weights of the running example are a rectangle: six rows, for the words that ask, by eight columns, for the tokens
# that are read. Beside each row is the output for its word, four numbers.](rectangle.svg)

# %%
import math

import torch
from torch import Tensor, nn

# %% [markdown]
# ## `CrossAttention`
# *difficulty: ●●○ · about 25 minutes*
#
# The three matrices are those of `SelfAttention` in part 01: `nn.Parameter`s drawn with `torch.rand`, $W_{query}$ and
# $W_{key}$ of shape $(d_{in}, d\_out\_kq)$, $W_{value}$ of shape $(d_{in}, d\_out\_v)$, created in this order.
# The forward pass takes two inputs:
#
# $$\text{softmax}\!\left(\frac{(x_1 W_{query})(x_2 W_{key})^\top}{\sqrt{d\_out\_kq}}\right) x_2 W_{value}$$
#
# Follow the shapes. Queries $(T_1, d)$ against keys $(T_2, d)$ give scores $(T_1, T_2)$: a row for every token that
# asks, a column for every token that is read. The softmax runs along a row. Row $i$ of the result is an average of
# *values*, so it is made of `x_2` only; `x_1` decides how much of each is taken. The length of the output is that of
# `x_1`.
#
# Three things to watch:
#
# - A key and its value describe the same token, and both come from the sequence that is read. Values from `x_1` fit
#   in shape when $T_1 = T_2$ and are wrong all the same.
# - There is no causal mask here: the English sentence is complete before its translation begins.
# - The keys are transposed in their last two dimensions: `transpose(-2, -1)` works for any number of leading
#   dimensions.
#
# Write the attention yourself: `scaled_dot_product_attention`, `nn.MultiheadAttention` and what lies under them are not
# allowed.
#
# *Check yourself.* With the six word vectors of part 01,
#
# ```python
# torch.manual_seed(123)
# x_1 = nn.Embedding(50_000, 3)(torch.tensor([0, 4, 5, 2, 1, 3])).detach()
# torch.manual_seed(123)
# attention, x_2 = CrossAttention(3, 2, 4), torch.rand(8, 3)
# print(attention(x_1, x_2)[0])
# ```
#
# gives the first word `[0.4231, 0.8665, 0.6503, 1.0042]` (Raschka). And with `x_2 = x_1` you are back at
# self-attention.
#
# $$(\ldots, T_1, d_{in}), \; (\ldots, T_2, d_{in}) \;\to\; (\ldots, T_1, d\_out\_v)$$
#
# In `derivations.py` you ask what can be said of these averages before any weight is known.


# %%
class CrossAttention(nn.Module):
    """Queries from one sequence, keys and values from another (after Raschka; Vaswani et al. 2017, section 3.2.3).

    `nn.Parameter`s drawn with `torch.rand`, created in this order: `W_query (d_in, d_out_kq)`,
    `W_key (d_in, d_out_kq)`, `W_value (d_in, d_out_v)`. The scale is the square root of `d_out_kq`.
    """

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        raise NotImplementedError  # your code here

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        """Return one vector per token of `x_1`, averaged from the values of `x_2`.

        `x_1 (..., T_1, d_in)` and `x_2 (..., T_2, d_in)`, with equal leading dimensions, give `(..., T_1, d_out_v)`.
        Each of `T_1` and `T_2` is at most 200.
        """
        raise NotImplementedError  # your code here


# %% [markdown]
# **Guess first.** Four words ask six, and each row of weights sums to 1. What do all 24 weights sum to, and can a
# column sum to more than 1? Write your guess into the next cell of the notebook before you run it, or, without the
# notebook, run `python -m assignments.show 04 guess`.

# %% [markdown]
# ## See it read dates
#
# There is nothing to write here. In the top folder,
#
# ```
# python -m assignments.show 04
# ```
#
# lets one `CrossAttention` of yours learn to rewrite dates: *24 July 1904* becomes *1904-07-24*. Ten questions, one for each
# character of the answer, ask the characters of the date. Guess first how the weights will look when it works. The same
# program shows why one does not start from `torch.rand`, as this class does because Raschka's figures need it.
