# %% [markdown]
# # 06 · A language model: derivations
#
# How large is a model, how much memory does its cache need, and what does a loss of 1.9 mean? This file asks for numbers
# that are quoted wherever language models are talked about, and at its end for the reason why positions are waves.
# Everything can be found with pencil and paper; as before, every formula must hold for sizes that are all different.

# %%
import math

import torch
from torch import Tensor

# %% [markdown]
# ## `n_params_block`
# *difficulty: ●○○ · about 5 minutes*
#
# How many numbers does one `TransformerBlock` learn? Go through its four parts: which of them have biases, and which
# have none? The number of heads is not among the arguments, for the reason that part 03 gave.
#
# *Check yourself.* A block of width 32 with 64 hidden columns learns 8,416 numbers.


# %%
def n_params_block(d_model: int, d_hidden: int) -> int:
    """Return the number of learned parameters of `TransformerBlock(d_model, num_heads, d_hidden)`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `n_params_tiny_gpt`
# *difficulty: ●○○ · about 5 minutes*
#
# The same question for the whole `TinyGPT`. The table of tokens is used twice, at the beginning and at the end: how
# often is it learned?
#
# *Check yourself.* `TinyGPT(65, 32, 4, 64, 2, 16)` has 19,488 parameters. Where are most of them, and where would they
# be if the vocabulary had 50,000 tokens?


# %%
def n_params_tiny_gpt(vocab_size: int, d_model: int, d_hidden: int, num_layers: int, max_tokens: int) -> int:
    """Return the number of learned parameters of `TinyGPT(vocab_size, d_model, …, num_layers, max_tokens)`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `cache_bytes`
# *difficulty: ●○○ · about 4 minutes*
#
# A model that writes with a cache keeps, in every layer, the keys and the values of all tokens so far. How many bytes
# is that for $B$ texts of $T$ tokens? The heads share the width of the layer among them, so that their number does not
# matter.
#
# *Check yourself.* Llama 2 7B (Touvron et al. 2023) has 32 layers of width 4,096. One text of 4,096 tokens at 2 bytes per
# element takes 2,147,483,648 bytes: two GiB for one reader.


# %%
def cache_bytes(B: int, T: int, d_model: int, num_layers: int, bytes_per_element: int) -> int:
    """Return the bytes that the keys and values of all layers take, for `B` texts of `T` tokens."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `uniform_loss`
# *difficulty: ●○○ · about 3 minutes*
#
# What is the cross-entropy of a model that gives every token the same probability? This is where training should
# start: a first loss far above it says that the first logits are too large, one far below it that the model sees the
# answer.
#
# *Check yourself.* Two tokens cost 0.6931, and 65 characters cost 4.1744.


# %%
def uniform_loss(vocab_size: int) -> float:
    """Return the cross-entropy, in nats, of equal probabilities for `vocab_size` tokens."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `perplexity`
# *difficulty: ●○○ · about 3 minutes*
#
# Nats are hard to picture. Turn the previous exercise around: a model with this loss is as unsure as one that chooses
# among how many equally likely tokens? That number is its perplexity, and papers report it in place of the loss.
#
# *Check yourself.* A loss of 0 has perplexity 1, and a loss of 2 has 7.3891. What is the perplexity of a `uniform_loss`?


# %%
def perplexity(loss: float) -> float:
    """Return the number of equally likely tokens among which a choice has this cross-entropy, in nats."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `shifted_positions`
# *difficulty: ●●● · about 25 minutes*
#
# Vaswani et al. chose waves because a model should find it easy to look *three tokens back*, wherever it stands: for
# every step $k$ there is one matrix $M$ that turns the vector of each position into that of the position $k$ tokens
# later. Write it down.
#
# $$P[t + k] = M\, P[t] \qquad \text{for every } t$$
#
# Look at one pair of columns, a sine and a cosine of the same angle $\omega t$. What are $\sin(\omega t + \omega k)$ and
# $\cos(\omega t + \omega k)$, written with $\sin \omega t$ and $\cos \omega t$? Two lines of school mathematics give you
# two rows of numbers that do not contain $t$. Every pair has its own $\omega$, and no pair needs another: all other
# entries of $M$ are 0.
#
# `d_model` is even. Solving for $M$ numerically, from a table of positions, does not work: the slow pairs hardly move,
# and the solution is lost in rounding.
#
# *Check yourself.* For $k = 0$ it is the identity. For $k = 1$ and `d_model = 2` it is
# `[[0.5403, 0.8415], [-0.8415, 0.5403]]`.


# %%
def shifted_positions(k: int, d_model: int) -> Tensor:
    """Return the matrix `M` with `P[t + k] = M @ P[t]` for every `t`, where `P = sinusoidal_positions(…, d_model)`.

    float64 `(d_model, d_model)`; `d_model` is even, and `k` at least 0.
    """
    raise NotImplementedError  # your code here
