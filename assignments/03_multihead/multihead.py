# %% [markdown]
# # 03 · Multi-head attention
#
# One head gives every token one row of weights, and a row sums to 1: what goes to one word is taken from another.
# In *Life is short, eat dessert first*, the word *eat* may look for its object (*dessert*) and for its time (*first*).
# A single row has to compromise between the two questions. Several heads, each with projections of its own, ask
# several questions at once and keep the answers side by side.
#
# You build this twice:
#
# 1. **side by side**: `MultiHeadAttentionWrapper` runs complete heads one after the other and joins what they return
#    (after Raschka);
# 2. **fused**: `split_heads`, `merge_heads` and `MultiHeadAttention` project once for all heads and sort the result
#    into heads by reshaping (Vaswani et al. 2017, section 3.2.2). Large models do this, because one big matrix product
#    is faster than many small ones.
#
# ![A matrix of two tokens of six numbers each. split_heads cuts every token into two parts: head 0 has the first three
# numbers of both tokens, head 1 the last three. merge_heads puts them side by side again.](heads.svg)
#
# The sources are on [one page](../../docs/sources.md). [What is checked](../../docs/what_is_checked.md) in every exercise
# is on another.
#
# | letter | meaning |
# | --- | --- |
# | $B$, $T$ | sentences in a batch, tokens in a sentence |
# | $h$ | number of heads |
# | $d_{model}$ | width of a token vector |
# | $d_h = d_{model} / h$ | width of one fused head |
#
# A warning for everything below: on a batch, `keys.T` reverses *all* dimensions. `keys.transpose(-2, -1)` swaps the last
# two and leaves the rest in place.

# %%
import math

import torch
from torch import Tensor, nn

# %% [markdown]
# ## The head you start from
#
# This is the head of part 01, given, so that nothing here depends on your own. It leaves the attention itself to
# PyTorch's `scaled_dot_product_attention`, which divides by $\sqrt{d\_out\_kq}$ and takes the softmax over the keys.
# There is nothing to do in this cell.


# %%
class SelfAttention(nn.Module):
    """One attention head without a mask: `(..., T, d_in)` to `(..., T, d_out_v)`."""

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        """Return one context vector per token, `(..., T, d_out_v)`."""
        queries = x @ self.W_query  # (..., T, d_out_kq)
        keys = x @ self.W_key  # (..., T, d_out_kq)
        values = x @ self.W_value  # (..., T, d_out_v)
        return nn.functional.scaled_dot_product_attention(queries, keys, values)  # (..., T, d_out_v)


# %% [markdown]
# ## `MultiHeadAttentionWrapper`
# *difficulty: ●○○ · about 15 minutes*
#
# A fixed number of heads look at the same input, each with its own matrices, and what they return is written side by
# side: the columns of head 0 first, then those of head 1, and so on. `d_out_v` is the width of *one* head, so more
# heads make the output wider; nothing is summed, averaged or cut down to fit.
#
# PyTorch finds the parameters of a module by looking through its attributes. A plain Python list hides what is in it:
# the output would be right, and no optimiser would ever train the heads. `nn.ModuleList` is the list that PyTorch sees.
# The heads must also be different objects: the same head repeated learns one set of matrices, whatever its length.
#
# *Check yourself.* With the six word vectors of part 01,
#
# ```python
# torch.manual_seed(123)
# x = nn.Embedding(50_000, 3)(torch.tensor([0, 4, 5, 2, 1, 3])).detach()
# torch.manual_seed(123)
# print(MultiHeadAttentionWrapper(3, 2, 1, num_heads=4)(x)[0])
# ```
#
# gives the first word `[-0.0185, 0.0170, 0.1999, -0.0860]` (Raschka). The first number is also the output of the
# single head `SelfAttention(3, 2, 1)` with the same seed: head 0 is created first.
#
# $$(\ldots, T, d_{in}) \;\to\; (\ldots, T, h \cdot d\_out\_v)$$
#
# The heads are computed one after the other here. The rest of this part computes them all at once.


# %%
class MultiHeadAttentionWrapper(nn.Module):
    """Independent heads side by side (after Raschka).

    `heads` is an `nn.ModuleList` of `num_heads` different `SelfAttention(d_in, d_out_kq, d_out_v)`, created in order.
    """

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        raise NotImplementedError  # your code here

    def forward(self, x: Tensor) -> Tensor:
        """Return the outputs of all heads in head order: `(..., T, d_in)` to `(..., T, num_heads * d_out_v)`."""
        raise NotImplementedError  # your code here


# %% [markdown]
# ## `split_heads`
# *difficulty: ●●○ · about 15 minutes*
#
# The fused form projects every token once, to a vector of width $h \cdot d_h$, and then reads this vector as $h$ short
# ones: head $i$ owns the columns from $i \cdot d_h$ up to, not including, $(i + 1) \cdot d_h$. For two tokens, two
# heads and $d_h = 3$:
#
# ```
#            head 0   head 1                 head 0               head 1
# token 0  [ 0  1  2 | 3  4  5 ]    token 0  [ 0  1  2 ]   token 0  [ 3  4  5 ]
# token 1  [ 6  7  8 | 9 10 11 ]    token 1  [ 6  7  8 ]   token 1  [ 9 10 11 ]
# ```
#
# The head axis moves in front of the token axis, because matrix products work on the last two dimensions and treat
# everything before them as a batch: with $(B, h, T, d_h)$ each head attends on its own, without a loop.
#
# There is a tempting mistake. Asking `view` or `reshape` for $(B, h, T, d_h)$ at once gives the right shape with the
# wrong content: memory is read row by row, so the example would give head 0 all of token 0 and head 1 all of token 1.
# Reshaping cuts, it never moves; moving an axis is a step of its own.
#
# Nothing is computed here, so the result may share the memory of `x`: PyTorch calls that a *view*.
#
# $$(B, T, h \cdot d_h) \;\to\; (B, h, T, d_h)$$
#
# After attention the way back is needed: `merge_heads`.


# %%
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    """Read each token vector as `num_heads` shorter ones: `(B, T, h * d_h)` to `(B, h, T, d_h)`.

    Head i takes the columns from `i * d_h` up to, not including, `(i + 1) * d_h`. `num_heads` divides the width of `x`.
    `T` is at most 200.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# **Guess first.** Three tokens of width 8 hold the numbers from 0 to 23, row by row, and are split into two heads.
# Which numbers does head 1 have of token 0? Write your guess into the next cell of the notebook before you run it,
# or, without the notebook, run `python -m assignments.show 03 guess`.

# %% [markdown]
# ## `merge_heads`
# *difficulty: ●●○ · about 8 minutes*
#
# Each head has computed its context vectors; now the vectors that belong to one token are put side by side again, in
# head order, as the wrapper did it. Nothing is computed: merging what was split returns the tensor you started from.
#
# If `view` answers here that *view size is not compatible with input tensor's size and stride*, it has noticed that
# moving an axis changed the order in which numbers are read, but not the order in which they lie in memory. `reshape`
# copies where it has to; `view` refuses to.
#
# $$(B, h, T, d_h) \;\to\; (B, T, h \cdot d_h)$$
#
# With both ways at hand, the fused layer is attention as you know it between a split and a merge.


# %%
def merge_heads(x: Tensor) -> Tensor:
    """Put the heads of each token side by side, undoing `split_heads`: `(B, h, T, d_h)` to `(B, T, h * d_h)`.

    `T` is at most 200.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `MultiHeadAttention`
# *difficulty: ●●● · about 40 minutes*
#
# Four linear maps without bias, all $d_{model} \to d_{model}$. Three make queries, keys and values for all heads at once;
# the fourth, $W_O$, comes after the merge. It is needed because the heads never met until then: side by side, every
# column still belongs to one head, and $W_O$ mixes what the heads have found.
#
# $$\text{head}_i = \text{softmax}\!\left(\frac{Q_i K_i^\top}{\sqrt{d_h}}\right) V_i, \qquad
# \text{output} = W_O\big(\,[\text{head}_0 \,|\, \ldots \,|\, \text{head}_{h-1}]\,\big)$$
#
# Four things to watch:
#
# - A score is a sum of $d_h$ products, so the scale is $\sqrt{d_h}$. The width of the whole layer plays no part in it.
# - With `causal=True` a token sees itself and what comes before it, in every head. The masked scores are $-\infty$
#   before the softmax, as in part 02; their weights are then exactly 0.
# - The scores have four axes, $(B, h, T, T)$. Say which axis you mean by counting from the end: a mask of shape
#   $(T, T)$ fits every sentence and every head, a mask of shape $(B, T, T)$ lands on the wrong axis, and where $B = h$
#   nothing complains.
# - If `num_heads` does not divide `d_model`, rounding down would lose columns in silence. Raise `ValueError` in
#   `__init__`; a message that names both numbers helps whoever reads it.
#
# Write the attention yourself from tensor operations (`torch.softmax` is welcome): `scaled_dot_product_attention`,
# `nn.MultiheadAttention` and what lies under them are not allowed in this exercise.
#
# *Check yourself.* The example of myGPT has the tokens `[1, 0]`, `[0, 1]`, `[1, 1]` and all four matrices equal to the
# identity:
#
# ```python
# attention = MultiHeadAttention(2, 1, causal=True)
# for weight in attention.parameters():
#     nn.init.eye_(weight)
# print(attention(torch.tensor([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]])))
# ```
#
# One causal head gives `[1, 0]`, `[0.3302, 0.6698]`, `[0.7517, 0.7517]`. Write every token twice side by side
# (`[1, 0, 1, 0]`, …) and use two heads in a layer of width 4: each head must print the same figures again.
#
# $$(B, T, d_{model}) \;\to\; (B, T, d_{model})$$
#
# In `derivations.py` you count what the heads cost. Part 04 lets queries and keys come from different sentences.


# %%
class MultiHeadAttention(nn.Module):
    """Fused multi-head attention (Vaswani et al. 2017, section 3.2.2).

    `W_Q`, `W_K`, `W_V`, `W_O` are `nn.Linear`s without bias, `d_model` to `d_model`, created in this order, each with
    weights drawn for itself. Each head has the width `d_model // num_heads`; with `causal`, no token sees a later one.

    Raises:
        ValueError: at construction, when `num_heads` does not divide `d_model`.
    """

    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        raise NotImplementedError  # your code here

    def forward(self, x: Tensor) -> Tensor:
        """Return one vector per token: `(B, T, d_model)` to `(B, T, d_model)`."""
        raise NotImplementedError  # your code here


# %% [markdown]
# ## An induction head appears
#
# There is nothing to write here. In the top folder,
#
# ```
# python -m assignments.show 03
# ```
#
# stacks two layers of your `MultiHeadAttention`, and nothing else, and trains them for a few seconds on random letters of
# which a stretch comes again and again: *xwnlsdm xwnlsdm xwn*. Nobody can guess the first stretch, but what comes again can
# be known. One layer cannot find it out, two can. Guess first what each of the two will look at; the pictures show it.
