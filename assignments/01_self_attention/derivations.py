# %% [markdown]
# # 01 · Self-attention: derivations
#
# Pencil and paper first. The first three questions are short: they count what a head learns. The next four explain the
# $\sqrt{d_k}$, and the last one proves what the part began with: why queries and keys differ. The proofs are worth more
# than the counts. Answers are functions of the sizes, so a formula that happens to fit one example is not enough: try
# yours on sizes that are all different. Counts are exact however large they are, beyond 32 bits too.
#
# Where a *witness* is asked for, any example that does what the text says is right. You need not find the smallest or
# the nicest one; rather compute what it does before you trust it.

# %%
import math

import torch
from torch import Tensor

# %% [markdown]
# ## `n_params_self_attention`
# *difficulty: ●○○ · about 2 minutes*
#
# How many numbers does `SelfAttention` learn? Write down the shape of each of its three matrices. The number of tokens
# is not among the arguments: the same head reads a sentence of six words and one of sixty.
#
# *Check yourself.* In code, `sum(p.numel() for p in module.parameters())` counts all parameters. Raschka's head, with
# `d_in=3`, `d_out_kq=2` and `d_out_v=4`, has 24.


# %%
def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    """Return the number of learned parameters of `SelfAttention(d_in, d_out_kq, d_out_v)`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `n_params_single_head`
# *difficulty: ●○○ · about 2 minutes*
#
# The same question for `SingleHeadAttention`, whose layers have biases. A bias is added to the output of its layer: how
# many numbers does it hold?
#
# *Check yourself.* At width 64, the size of *two plus three*, the answer is 12,480.


# %%
def n_params_single_head(embed_dim: int) -> int:
    """Return the number of learned parameters of `SingleHeadAttention(embed_dim)`, biases included."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `n_qkv_weights`
# *difficulty: ●○○ · about 1 minute*
#
# In a large model the biases hardly count. Leave them out: how many weights are in the query, key and value projections
# of one layer whose token vectors have width `embed_dim`, all three of them square?
#
# *Check yourself.* For width 12,288, that of GPT-3, the lesson *Putting It Together* says *about 450 million*, and the
# formula gives 452,984,832.


# %%
def n_qkv_weights(embed_dim: int) -> int:
    """Return the number of weights of three square projections of width `embed_dim`, without biases."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `dot_product_variance`
# *difficulty: ●●○ · about 12 minutes*
#
# Before training, the entries of a query and a key are as good as random. Suppose that all $2 d_h$ of them are
# independent, have mean 0 and variance $\sigma^2$. A score is
#
# $$q \cdot k = \sum_{i=1}^{d_h} q_i k_i$$
#
# What is its variance? Begin with a single product $q_i k_i$: what is its mean, and what follows from independence for
# the mean of its square? Then add up the terms. Vaswani et al. (2017, section 3.2.1, footnote 4) give the answer for
# $\sigma = 1$; here the size of the entries matters as well.
#
# *Check yourself* by measuring:
#
# ```python
# q, k = sigma * torch.randn(100_000, d_h), sigma * torch.randn(100_000, d_h)
# print((q * k).sum(dim=-1).var())
# ```
#
# Two or three values of `sigma` other than 1 show whether its exponent is right.


# %%
def dot_product_variance(d_h: int, sigma: float) -> float:
    """Return the variance of the dot product of two vectors of width `d_h`.

    All entries are independent, with mean 0 and variance `sigma**2`.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `scaled_score_std`
# *difficulty: ●○○ · about 5 minutes*
#
# Now divide the score by $\sqrt{d_h}$, as attention does. What is the *standard deviation* of the result? Dividing a
# random number by a constant divides one of the two measures of spread by that constant, and the other by its square.
#
# At $\sigma = 1$ nobody can tell the standard deviation from the variance, at any other size of the entries one can. When
# you have your answer, look at how it depends on each of its two arguments: what is the scale for?
#
# *Check yourself* by measuring again, now with `.std()` of the scaled scores, for a small and a large `d_h`.


# %%
def scaled_score_std(d_h: int, sigma: float) -> float:
    """Return the standard deviation of the dot product of `dot_product_variance`, divided by the root of `d_h`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `softmax_jacobian`
# *difficulty: ●●○ · about 18 minutes*
#
# Why are scores that lie far apart harmful? Look at the derivatives. Nudge one entry $z_j$ of the input of a softmax:
# how does every share $p_i$ answer? The answers form a square matrix,
#
# $$J_{ij} = \frac{\partial p_i}{\partial z_j}, \qquad p_i = \frac{e^{z_i}}{\sum_m e^{z_m}}$$
#
# Differentiate the fraction, once for $i = j$ and once for $i \ne j$. Everything can be written with the shares alone,
# which is why the argument is $p$ and not $z$. Then find one expression for the whole matrix.
#
# Two questions to test it. The shares always sum to 1: what does each column of $J$ therefore sum to? A constant added
# to all of $z$ changes nothing: what does that say about the rows?
#
# *Check yourself* with `torch.autograd.functional.jacobian(lambda z: softmax(z), z)`. Then put in a $p$ that is nearly
# 1 in one place and nearly 0 elsewhere, and see what is left for learning.
#
# $$(n,) \;\to\; (n, n)$$


# %%
def softmax_jacobian(p: Tensor) -> Tensor:
    """Return the derivatives of a softmax at the place where its result is `p`: `(n,)` to `(n, n)`.

    Row i, column j holds the derivative of share i by entry j of the input. Dtype and device are those of `p`.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `saturating_queries_keys`
# *difficulty: ●●○ · about 15 minutes*
#
# A softmax that gives nearly everything to one entry is called *saturated*, and by the previous exercise it hardly
# learns. Show by an example that the scale can prevent it. Give queries and keys, both `(T, d_k)` with $T \ge 2$ and a
# width of your choice, so that
#
# - some weight of $\text{softmax}(q k^\top)$ is above 0.99, and
# - every weight of $\text{softmax}(q k^\top / \sqrt{d_k})$ is below 0.9.
#
# All entries are finite, and the softmax runs over the keys. For a start, take two keys: if their scores differ by $D$,
# the larger share is $1 / (1 + e^{-D})$. Which differences $D$ make the first line true, and which of them are small
# enough for the second line after division by $\sqrt{d_k}$? That line speaks of *all* weights, in the other rows as
# well.


# %%
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    """Return `(queries, keys)`, each `(T, d_k)` with T at least 2, whose softmax saturates without the scale only."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `asymmetric_scores`
# *difficulty: ●●○ · about 10 minutes*
#
# This part began with the claim that comparing the token vectors themselves is not enough: the scores would be
# $x x^\top$, a symmetric matrix whatever $x$ is. With queries and keys of their own,
#
# $$\omega = (x\, W_{query})(x\, W_{key})^\top$$
#
# need not be symmetric. Show it by an example: token vectors `x (T, d_in)` and matrices `W_query`, `W_key`, both
# `(d_in, d_k)`, finite, such that $\omega_{ij}$ and $\omega_{ji}$ differ by more than 0.001 for some $i$ and $j$. Which
# choices of the two matrices would *not* do?


# %%
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    """Return `(x, W_query, W_key)`, shapes `(T, d_in)`, `(d_in, d_k)`, `(d_in, d_k)`, whose scores are asymmetric."""
    raise NotImplementedError  # your code here
