# %% [markdown]
# # 02 · Causal attention: derivations
#
# Questions to answer with pencil and paper before you type. The first three count and are short, the next two ask what the
# mask alone decides. The last two are proofs and worth the most: they settle a claim about biases that is often repeated
# and half wrong.
#
# Every answer is a function of the sizes. Try yours on sizes that are all different: at
# $4, 4, 4$, the sizes of myGPT's example, many wrong formulas give the right number. Counts are exact however large
# they are, beyond 32 bits too, and a matrix of weights has up to 200 rows.

# %%
import torch
from torch import Tensor

# %% [markdown]
# ## `n_params_causal`
# *difficulty: ●○○ · about 2 minutes*
#
# How many numbers does `CausalSelfAttention(embed_dim, head_dim)` learn? Write down the shape of each of its matrices;
# none has a bias. The mask is a tensor too: is it learned? Does a longer text need more parameters?
#
# *Check yourself.* For sizes 4 and 4, myGPT counts 64. For sizes 7 and 3 there are 84. In code:
# `sum(p.numel() for p in attention.parameters())`.


# %%
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    """Return the number of learned parameters of `CausalSelfAttention(embed_dim, head_dim)`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `n_params_with_embedding`
# *difficulty: ●○○ · about 1 minute*
#
# In front of the head is the embedding of part 01, a table with one row for every token of the vocabulary. How many
# numbers do both learn together?
#
# *Check yourself.* The example of myGPT, *I love AI !*, has four tokens: 16 numbers in the table and 64 in the head
# make 80.


# %%
def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    """Return the number of learned parameters of a token embedding and a `CausalSelfAttention` together."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `n_visible_pairs`
# *difficulty: ●○○ · about 3 minutes*
#
# Among $T$ tokens, how many pairs (query, key) does the causal mask leave visible? A token sees itself, so those pairs
# count too. Write a formula: a book has 100,000 tokens, and no memory has room for a table of all its pairs. Compare with
# the $T^2$ scores that a plain implementation computes: which share of that work is thrown away when $T$ is large?
#
# *Check yourself.* Four tokens have 10; count the zeros in the matrix of `additive_causal_mask`.


# %%
def n_visible_pairs(T: int) -> int:
    """Return how many pairs (query, key) of `T` tokens a causal mask leaves visible."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `first_row`
# *difficulty: ●○○ · about 3 minutes*
#
# Row 0 of causal weights can be written down without a query, a key or a score. Which tokens may the first token look
# at, and what must a row of weights sum to?
#
# This has a consequence. Suppose that only the output for the first token is compared with a target. Which of $W_Q$,
# $W_K$, $W_V$ get a gradient from it that is not zero? Try it with autograd.
#
# $$\text{shape } (T,)$$


# %%
def first_row(T: int) -> Tensor:
    """Return row 0 of the causal attention weights of any `T` tokens: float `(T,)`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `uniform_causal_weights`
# *difficulty: ●●○ · about 6 minutes*
#
# Suppose that all scores are equal, as they are when $W_Q$ is all zeros. Which causal weights result? The value that the
# scores have in common is not an argument: why does it not matter?
#
# This matrix is a good thing to know, since a head with small random weights starts close to it. With it, the output
# for token $i$ is a well-known function of the values: which one? A program that computed this function and
# never looked at queries and keys would have the right shape, would never see a later token, and would be wrong.
#
# $$\text{shape } (T, T)$$


# %%
def uniform_causal_weights(T: int) -> Tensor:
    """Return the causal attention weights of `T` tokens whose scores are all equal: float `(T, T)`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `key_bias_shift`
# *difficulty: ●●○ · about 10 minutes*
#
# Why do many implementations give the projections no bias? Add the same vector, a bias $b$, to *every* key and compare the
# new scores with the old ones, before any scaling:
#
# $$q_i \cdot (k_j + b) \qquad \text{against} \qquad q_i \cdot k_j$$
#
# By how much does score $(i, j)$ change? Your answer is one number for every row, so something about the columns
# must have disappeared. Part 01 showed what softmax does with a constant that is added to a whole row: what becomes of
# the weights?
#
# $$\text{queries } (T, d_k), \; \text{key\_bias } (d_k,) \;\to\; (T,)$$


# %%
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    """Return what a bias on the keys adds to every unscaled score of row i.

    `queries (T, d_k)` and `key_bias (d_k,)` give `(T,)`, in their dtype and on their device.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `query_bias_counterexample`
# *difficulty: ●●○ · about 15 minutes*
#
# It is easily said that a bias on the queries has no effect on the weights either. It has one, and a single example is
# enough to show it: find one. Choose tokens $x$, matrices $W_Q$ and $W_K$ and a bias $b_Q$ so that
#
# $$\text{softmax}\!\left(\frac{(x W_Q + b_Q)(x W_K)^\top}{\sqrt{d_k}}\right)$$
#
# differs by more than 0.001, in at least one place, from the same expression without $b_Q$. There is no mask
# here. Small whole numbers will do, written as floats (`1.0`), and two tokens are enough (with one token there is
# nothing to share: why?).
#
# Start as in the previous exercise: by how much does score $(i, j)$ change now? To show in the weights, this change
# must differ within a row. So what must your keys not be?
#
# Unlike random numbers, which often show the effect, an example that you can follow by hand tells you *why*. Compare the
# two matrices of weights yourself before you hand it in.
#
# $$x \; (T, d_{in}), \quad W_Q \; (d_{in}, d_k), \quad W_K \; (d_{in}, d_k), \quad b_Q \; (d_k,)$$


# %%
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return finite float tensors `(x, W_Q, W_K, b_Q)` for which the bias on the queries changes the weights.

    Shapes `(T, d_in)`, `(d_in, d_k)`, `(d_in, d_k)`, `(d_k,)`, to be used as `x @ W_Q + b_Q` and `x @ W_K`, unmasked.
    """
    raise NotImplementedError  # your code here
