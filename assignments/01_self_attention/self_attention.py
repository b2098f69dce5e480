# %% [markdown]
# # 01 · Self-attention
#
# A computer that reads *Life is short, eat dessert first* may look up a vector for each word. The vector it finds for
# *short* is then the same in *a short life* and in *a short circuit*: a table knows words, not sentences.
# Self-attention lets each word look at all words of its sentence, decide how much each of them matters to it, and mix
# what they offer in these shares. The mixture is called the *context vector* of the word.
#
# How can a word decide what matters to it? The first idea is to compare the vectors of the words themselves, each with
# each. But $x_i \cdot x_j = x_j \cdot x_i$: then *dessert* would matter to *eat* exactly as much as *eat* to *dessert*, and
# language is not like that. An adjective leans on its noun more than the noun on it. Looking for something and being
# found are different roles, so a word gets a vector for each of them, made by two different matrices: its *query* is what
# it looks for, its *key* is what it can be found by. A third vector, its *value*, is what goes into the mixture. (That
# queries and keys make a difference is your own proof, `asymmetric_scores`, at the end of this part.)
#
# ![The word "is" asks its sentence. Its query, two numbers, meets the keys of the six words, which gives six scores, from
# -1.50 to 3.47. They become weights: 0.69 for "is" itself, 0.15 for "dessert", less for the others. The average of the six
# values with these weights is the context vector of "is".](query_key_value.svg)
#
# In the picture the word *is* asks all six words of its sentence. The numbers are real; you will compute them.
#
# The part takes three sittings of at most 75 minutes each:
#
# | step | exercise | example, for 6 words |
# | --- | --- | --- |
# | **first sitting, about 65 minutes** | `self_attention.py` | |
# | words to numbers | `build_vocab`, `to_ids` | `(6,)` |
# | numbers to vectors | `TokenEmbedding` | `(6, 3)` |
# | numbers to shares that sum to 1 | `softmax` | `(6, 6)` |
# | how well does word $j$ fit what word $i$ asks? | `attention_scores` | `(6, 6)` |
# | **second sitting, about 75 minutes** | `self_attention.py` | |
# | how much of its attention does $i$ give to $j$? | `attention_weights` | `(6, 6)` |
# | what is the mixture for word $i$? | `context_vectors` | `(6, 4)` |
# | all of it, with matrices that can be learned | `SelfAttention` | `(6, 4)` |
# | the same with layers and biases | `SingleHeadAttention` | `(1, 3, 64)` |
# | **third sitting, about 65 minutes** | `derivations.py` | |
# | what does it learn, and what is the scale for? | all of `derivations.py` | |
#
# The example and its figures follow Raschka; the operation is that of Vaswani et al. 2017, section 3.2.1. These and all
# other sources are on [one page](../../docs/sources.md), with the few places where the course differs from them.
# [What is checked](../../docs/what_is_checked.md) in every exercise is on another.
#
# | letter | meaning |
# | --- | --- |
# | $B$, $T$ | sentences in a batch, tokens in a sentence ($T_q$ that ask, $T_k$ that are asked) |
# | $d_{in}$ | width of a token vector |
# | $d_k$, $d_v$ | width of a query or key, width of a value |
# | $\omega$ | a score, before scaling and softmax |
#
# Write the attention yourself, from tensor operations: `scaled_dot_product_attention`, `nn.MultiheadAttention` and what
# lies under them are not allowed in this part. Outside `to_ids` there is no need to name a dtype or a device: operations
# on tensors keep those of their inputs.

# %%
import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

# %% [markdown]
# ## `build_vocab`
# *difficulty: ●○○ · about 8 minutes*
#
# A model reads numbers, so every word gets one. Remove the commas, cut the sentence at white space, and number the
# words in sorted order, from 0 up. Python sorts capital letters before small ones, which is why *Life* comes first:
#
# ```
# {'Life': 0, 'dessert': 1, 'eat': 2, 'first': 3, 'is': 4, 'short': 5}
# ```
#
# These numbers are Raschka's. In this sentence no word comes twice. In *the more the better*, whoever numbers the sorted
# *list* of words numbers *the* twice, keeps the second number, and leaves the first unused. A gap is not harmless: the
# numbers will be rows of a table, and its height is the number of words. So each word counts once, and $V$ different
# words get exactly the numbers
#
# $$0, 1, \ldots, V - 1$$


# %%
def build_vocab(sentence: str) -> dict[str, int]:
    """Return the number of each different word of `sentence`: sorted in Python's order, 0 to V - 1 without gaps.

    Commas are removed, wherever they stand; words are separated by white space of any kind.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `to_ids`
# *difficulty: ●○○ · about 8 minutes*
#
# Now the sentence itself, word by word in its own order, becomes a tensor of numbers. With the vocabulary above,
# *Life is short eat dessert first* is `[0, 4, 5, 2, 1, 3]`; a word that comes twice has its number twice.
#
# What about a word that is not in the vocabulary? Leaving it out would shift everything after it, and giving it
# number 0 would turn *cake* into *Life*. Neither would ever be noticed, so fail loudly: raise `KeyError` with the
# word in it.
#
# An embedding looks up whole numbers of type int64 (`torch.long`), so this is the dtype of the result.
#
# $$T \text{ tokens} \;\to\; (T,)$$


# %%
def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    """Return the number of each token, in order: int64 `(T,)`.

    Raises:
        KeyError: for a token that `vocab` does not have; the error names it.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `TokenEmbedding`
# *difficulty: ●○○ · about 8 minutes*
#
# A number such as 4 says nothing about the word *is*; that 4 lies between 3 and 5 is an accident of sorting. So each
# number is exchanged for a vector of `embed_dim` numbers, a row of a table with `vocab_size` rows. The rows start at
# random, and training moves them to where they are useful. Looking up row $i$ is the same as multiplying the table by a
# vector that is 1 at place $i$ and 0 elsewhere, without all the work for the zeros.
#
# `nn.Embedding` is such a table. Keep it in an attribute called `embedding`: PyTorch finds parameters by looking
# through the attributes of a module, but only after `super().__init__()` has prepared it for that.
#
# *Check yourself.* After `torch.manual_seed(123)`, `TokenEmbedding(50_000, 3)` gives the first word, number 0, the
# vector `[0.3374, -0.1778, -0.3035]` (Raschka; the figure is that of a table of this size). And `TokenEmbedding(4, 4)`,
# the table of myGPT, has 16 parameters.
#
# Where to type such code, here and in every *Check yourself*: at the end of the file, to be deleted once you have
# seen what it prints, or after `python -i self_attention.py` in the folder of this part. If it needs a class of
# another part, paste that in, because a folder such as `01_self_attention` cannot be imported.
#
# $$(\ldots) \;\to\; (\ldots, embed\_dim)$$


# %%
class TokenEmbedding(nn.Module):
    """A table with one learned vector per word, `embedding`, an `nn.Embedding` of `vocab_size` rows, and nothing else."""

    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        raise NotImplementedError  # your code here

    def forward(self, ids: Tensor) -> Tensor:
        """Return the vector of each id: int64 `(...)` to `(..., embed_dim)`."""
        raise NotImplementedError  # your code here


# %% [markdown]
# ## `softmax`
# *difficulty: ●●○ · about 25 minutes*
#
# Attention has to turn any numbers, negative ones included, into shares: none below 0, together 1, and a larger number
# gets a larger share. Softmax takes the exponential of each number, which is positive, and divides by their sum. For
# 1, 2, 3 (the example of myGPT): the exponentials are 2.7183, 7.3891 and 20.0855, their sum is
# 30.1929, and the shares are 0.0900, 0.2447 and 0.6652.
#
# On paper that is all. In float32, `exp` of anything above about 88.7 is infinite, and infinity divided by infinity is
# *not a number* (`nan`). One property of the formula helps. Numbers whose shares sum to 1 together, such as a row of a matrix,
# are called a *slice* here. Add a constant $c$ to every number of a slice: each exponential is multiplied by $e^c$, so is
# their sum, and the share stays the same. You may therefore choose a constant, another one for each slice. Which choice
# guarantees that no exponent is above 0?
#
# Things to watch:
#
# - `dim` says along which dimension the shares sum to 1. In a matrix, `dim=-1` makes every row sum to 1 and `dim=0`
#   every column. Sums and maxima lose that dimension unless told to keep it (`keepdim`), and without it, shapes may
#   still fit each other by accident when the matrix is square.
# - An entry of $-\infty$ beside finite ones gets exactly 0. Part 02 hides words in this way.
# - Write the operation yourself: the library's softmax, log-softmax, softmin and logsumexp are not allowed here.
#
# $$p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$$


# %%
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    """Return shares, none below 0, that sum to 1 along `dim`, in the shape of `z` (myGPT, chapter 6).

    Finite for entries of ±1e4 in float32; an entry of -inf gets exactly 0 where another in its slice is finite;
    a constant added to all entries of a slice changes nothing.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `attention_scores`
# *difficulty: ●●○ · about 15 minutes*
#
# How well does key $j$, what word $j$ offers, fit query $i$, what word $i$ looks for? Their dot product measures it: large
# and positive if they point the same way, 0 at a right angle, negative if they point apart. One matrix product computes
# all of them, a row for each word that asks and a column for each word that is asked.
#
# In myGPT's example by hand, the same three tokens serve as queries and as keys:
#
# $$\begin{pmatrix} 1 & 0 \\ 0 & 1 \\ 1 & 1 \end{pmatrix}
# \begin{pmatrix} 1 & 0 & 1 \\ 0 & 1 & 1 \end{pmatrix}
# = \begin{pmatrix} 1 & 0 & 1 \\ 0 & 1 & 1 \\ 1 & 1 & 2 \end{pmatrix}$$
#
# This matrix is symmetric, because queries and keys are equal. In general it is not, and not even square: two words may
# ask five. It helps to try your code with different numbers of queries and keys.
#
# A product of matrices needs the keys turned on their side. `keys.T` is right for a single sentence only: on a batch it
# reverses *all* dimensions, the batch included. `transpose` takes the two dimensions that are meant, and they are best
# counted from the end.
#
# $$\omega_{ij} = q_i \cdot k_j \qquad\qquad (\ldots, T_q, d_k),\; (\ldots, T_k, d_k) \;\to\; (\ldots, T_q, T_k)$$


# %%
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    """Return the dot product of every query with every key, unscaled.

    `(..., T_q, d_k)` and `(..., T_k, d_k)` to `(..., T_q, T_k)`; the leading dimensions of both are equal.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `attention_weights`
# *difficulty: ●●○ · about 15 minutes*
#
# A softmax turns scores into shares, but first they are divided by $\sqrt{d_k}$. A score is a sum of $d_k$ products;
# the wider the vectors, the further the scores lie apart, and softmax depends on differences alone. With far-apart
# scores it gives nearly everything to one word, and hardly any gradient is left (Vaswani et al. 2017, section 3.2.1).
# The division keeps this spread from growing with the width; how large the spread is, you work out in `derivations.py`.
#
# The shares are those of one query among all keys: every row sums to 1, and what a column sums to tells how much
# attention a word *gets*, which may be anything up to $T_q$.
#
# Two slips are easy to make. In Python, `d_k ** 1/2` is read as `(d_k ** 1) / 2`; at $d_k = 4$ nobody sees the
# difference, so try another width. And it is the scores that are scaled; dividing the weights afterwards gives rows
# that no longer sum to 1.
#
# *Check yourself.* For the word *is*, the second one, Raschka prints, with $d_k = 2$ (put the row of scores in, and the row
# of weights should come out),
#
# | | Life | is | short | eat | dessert | first |
# | --- | --- | --- | --- | --- | --- | --- |
# | score | -0.6004 | 3.4707 | -1.5023 | 0.4991 | 1.2903 | -1.3374 |
# | weight | 0.0386 | 0.6870 | 0.0204 | 0.0840 | 0.1470 | 0.0229 |
#
# $$\alpha_{i} = \text{softmax}\!\left(\frac{\omega_{i}}{\sqrt{d_k}}\right), \qquad \sum_{j} \alpha_{ij} = 1$$


# %%
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    """Return the softmax of `scores / sqrt(d_k)` over the keys (Vaswani et al. 2017, section 3.2.1).

    `(..., T_q, T_k)` to the same shape; each row sums to 1. `d_k` is the width of the queries and keys. Large scores and
    -inf come out as in `softmax`.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `context_vectors`
# *difficulty: ●○○ · about 8 minutes*
#
# Besides query and key each word has a *value*, what goes into the mixture. The context vector of word $i$ is the
# average of all values, weighted by row $i$ of the weights. For two words with the values $(10, 0)$ and $(0, 20)$, the
# weights $0.25, 0.75$ give
#
# $$0.25 \cdot (10, 0) + 0.75 \cdot (0, 20) = (2.5, 15)$$
#
# Values may be wider or narrower than queries and keys, since they are never compared with them. There are as many
# values as keys, one pair for each word that is asked; there are as many context vectors as queries.
#
# *Check yourself.* Put the two words above into tensors, `torch.tensor([[0.25, 0.75]])` and
# `torch.tensor([[10.0, 0.0], [0.0, 20.0]])`: `[[2.5, 15.0]]` comes out.
#
# $$c_i = \sum_j \alpha_{ij} v_j \qquad\qquad (\ldots, T_q, T_k),\; (\ldots, T_k, d_v) \;\to\; (\ldots, T_q, d_v)$$


# %%
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    """Return the values averaged with each row of weights.

    `(..., T_q, T_k)` and `(..., T_k, d_v)` to `(..., T_q, d_v)`; the leading dimensions of both are equal.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# **Guess first.** Sixteen random keys share the attention of a random query. At width 1024, how much does the largest
# of the 16 weights take on average, without the scale and with it: nearly nothing, a quarter, or nearly all? Write
# your guess into the next cell of the notebook before you run it, or, without the notebook, run
# `python -m assignments.show 01 guess`.

# %% [markdown]
# ## `SelfAttention`
# *difficulty: ●●○ · about 25 minutes*
#
# Queries, keys and values are made from the same token vectors $x$, by three different matrices. This is the *self* in
# self-attention: a sentence asks itself. It is also all that there is to learn. During training the matrices find out
# what is worth asking for, offering and telling.
#
# `__init__` is given. It draws three matrices of random numbers between 0 and 1, in this order; `nn.Parameter` tells
# PyTorch that they are to be learned. Write `forward` with the functions that you have:
#
# $$Q = x\, W_{query}, \quad K = x\, W_{key}, \quad V = x\, W_{value}, \qquad
# \text{output} = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d\_out\_kq}}\right) V$$
#
# Three widths meet here, and it helps to note the shape after each line. A token of width `d_in` becomes a query and a
# key of width `d_out_kq` and a value of width `d_out_v`; only one of the three is the width of what was summed up in a
# score.
#
# No word is hidden from another, and their order plays no part: give the same words in another order, and each still has
# the same context vector. *Dog bites man* and *man bites dog* are the same to this module. A model that should tell them
# apart adds the position of each word to its vector; part 06 does so (`sinusoidal_positions`).
#
# *Check yourself.* With the six word vectors of Raschka,
#
# ```python
# torch.manual_seed(123)
# x = nn.Embedding(50_000, 3)(torch.tensor([0, 4, 5, 2, 1, 3])).detach()
# torch.manual_seed(123)
# print(SelfAttention(3, 2, 4)(x)[:2])
# ```
#
# the first two words get
#
# ```
# [-0.1564,  0.1028, -0.0763, -0.0764]
# [ 0.5313,  1.3607,  0.7891,  1.3110]
# ```
#
# and with `SelfAttention(3, 2, 1)`, after the same seed, the vectors `[-0.0185]` and `[0.4003]`, of width 1.
#
# As soon as it works, `python -m assignments.show 01` can train it: see the section *See it learn* below.
#
# $$(\ldots, T, d_{in}) \;\to\; (\ldots, T, d\_out\_v)$$


# %%
class SelfAttention(nn.Module):
    """Self-attention of one head without a mask (after Raschka).

    `W_query (d_in, d_out_kq)`, `W_key (d_in, d_out_kq)` and `W_value (d_in, d_out_v)` are created in this order.
    """

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        """Return one context vector per token: `(..., T, d_in)` to `(..., T, d_out_v)`."""
        raise NotImplementedError  # your code here


# %% [markdown]
# ## `SingleHeadAttention`
# *difficulty: ●●○ · about 25 minutes*
#
# Most code that you will read keeps the three matrices in `nn.Linear` layers. The operation is the same; three details
# differ. A layer stores its matrix the other way round, $(d_{out}, d_{in})$, and turns it when it is called: call the
# layer, and do not multiply by its `weight` yourself. It adds a *bias*, a learned vector, unless told not to; here the
# biases stay. And it draws its numbers from another range, so the figures above do not come out again.
#
# The biases deserve a second look: one of those on queries and keys changes no weight at all. Part 02 asks you which, and
# why.
#
# All three layers lead from `embed_dim` to `embed_dim`, so that the output fits where the input was. The running
# example of this form comes from the lesson *Putting It Together*: the tokens *two plus three*
# at width 64 go in as `(1, 3, 64)`, make scores `(1, 3, 3)` and come out as `(1, 3, 64)`. The first 1 is the batch; do
# not lose it.
#
# In `__init__`, create the layers under the names and in the order of the docstring.
#
# $$\text{output} = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{embed\_dim}}\right) V
# \qquad\qquad (B, T, embed\_dim) \;\to\; (B, T, embed\_dim)$$
#
# In `derivations.py` you count what these modules learn and find out what the scale is for. In part 02, words can no
# longer look ahead.


# %%
class SingleHeadAttention(nn.Module):
    """Self-attention of one head without a mask, from layers with bias (after the lesson *Putting It Together*).

    `W_q`, `W_k`, `W_v` are `nn.Linear`s with bias, `embed_dim` to `embed_dim`, created in this order; each of them begins
    with weights of its own.
    """

    def __init__(self, embed_dim: int) -> None:
        raise NotImplementedError  # your code here

    def forward(self, x: Tensor) -> Tensor:
        """Return one context vector per token: `(B, T, embed_dim)` to `(B, T, embed_dim)`."""
        raise NotImplementedError  # your code here


# %% [markdown]
# ## See it learn
#
# There is nothing to write here. So far the matrices were random. In the top folder,
#
# ```
# python -m assignments.show 01
# ```
#
# trains your `SelfAttention` for two seconds. (How an optimiser changes the matrices is the topic of part 05, which
# needs nothing but this part: go there next if you want to know.) Six people say what they bring, which is drawn anew
# for every row, and then somebody asks for one of them. To answer, the question has to find the statement with the
# same name in it. Guess first: will the query of *Cleo?* look at *Cleo key*, or does a head of 13 by 8 numbers need
# more time? What it looks at is drawn before and after.
