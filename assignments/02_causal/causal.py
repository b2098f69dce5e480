# %% [markdown]
# # 02 · Causal attention
#
# A language model writes from left to right: it reads *Life is short, eat* and has to say what comes next. In the
# attention of part 01 every word sees every other, so during training the word *eat* could look at the very word it
# should predict, and would learn nothing but to copy it. *Causal* attention takes that away: a token sees itself and
# what came before it, never what comes later. Everything in this part is about one triangle of zeros.
#
# ![Three squares of six words by six: the weights of part 01, where every word sees all; the mask, which hides the triangle
# above the diagonal; and the causal weights, where the first word has all of its weight on itself and each later one
# shares it among itself and what came before.](triangle.svg)
#
# There are two ways to get it, and you write both:
#
# 1. **mask afterwards**: compute the weights as in part 01, set those of later tokens to 0, and bring each row back to
#    a sum of 1 (`mask_and_renormalize`);
# 2. **mask before**: set the scores of later tokens to $-\infty$, and the softmax does the rest (`masked_softmax`).
#
# The first is easy to picture, the second is what models use. After that, two complete attention heads follow. The mask
# is that of Vaswani et al. 2017, section 3.2.3; the examples are those of Raschka, of the blog *LLM from scratch* and of
# myGPT. All of them are on [one page](../../docs/sources.md). [What is checked](../../docs/what_is_checked.md)
# in every exercise is on another.
#
# The part takes two sittings. The first ends after `masked_softmax`, in about an hour; the two heads and `derivations.py`
# take about 90 minutes.
#
# | letter | meaning |
# | --- | --- |
# | $B$, $T$ | sentences in a batch, tokens in a sentence |
# | $d_k$ | width of a query and of a key |
# | $i$ | the row: the token that asks (query) |
# | $j$ | the column: the token that is looked at (key) |
#
# Running example: the six words of *Life is short, eat dessert first* and their weights from part 01. When
# this part is done, their row for *short* (the third word) is
#
# $$[\,0.3862,\; 0.1214,\; 0.4924,\; 0,\; 0,\; 0\,]$$

# %%
import math

import torch
from torch import Tensor, nn

# %% [markdown]
# ## `causal_mask`
# *difficulty: ●○○ · about 8 minutes*
#
# The mask says for every pair of tokens whether looking is forbidden. Rows are queries, columns are keys, and a key is
# forbidden when it is *later* than the query. For four tokens, with x for `True`:
#
# ```
#            key 0  1  2  3
# query 0        .  x  x  x
# query 1        .  .  x  x
# query 2        .  .  .  x
# query 3        .  .  .  .
# ```
#
# The diagonal stays free: a token may look at itself. If it could not, the first token would see nothing at all.
#
# Two conventions are in use, so always say which one you mean. Here `True` means **masked**, as in the blog *LLM from scratch*
# and in `nn.MultiheadAttention`. PyTorch's `scaled_dot_product_attention` reads a boolean mask the other way round:
# there `True` means *may look*.
#
# The mask is made on the `device` that is asked for, because a mask on the CPU cannot meet scores on a GPU. If you have
# no GPU, the public tests use a stand-in that refuses what a GPU refuses. The two leading dimensions of size 1 stand for
# batch and heads, over which the same mask is spread (part 03 has heads).
#
# Write the mask yourself, here and in `additive_causal_mask`: `generate_square_subsequent_mask`, `CausalBias`,
# `causal_upper_left` and `causal_lower_right` are not allowed. `triu` and `tril` are.
#
# $$\text{mask}[0, 0, i, j] = (j > i), \qquad \text{shape } (1, 1, T, T)$$
#
# The order of the tokens is one reason to hide a key. In a batch there is another.


# %%
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    """Return which keys a query must not see: bool `(1, 1, T, T)` on `device`, `True` = masked (key after query).

    After the blog *LLM from scratch*, part 1.2.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `padding_mask`
# *difficulty: ●○○ · about 8 minutes*
#
# The sentences of a batch share one tensor, so all of them get the length of the longest: the shorter ones are filled up
# with *padding*, tokens that mean nothing. No token should look at them, and a second mask says where they are. For three
# sentences of lengths 4, 2 and 3 in a tensor of $T = 4$ tokens, with x for `True`:
#
# ```
#              key 0  1  2  3
# sentence 0       .  .  .  .
# sentence 1       .  .  x  x
# sentence 2       .  .  .  x
# ```
#
# Here the sentence decides and the query does not: all rows of a sentence hide the same keys. So the shape is
# $(B, 1, 1, T)$, with a 1 for the heads and a 1 for the queries. Because `True` means masked in both, the two masks are
# combined with *or*: `causal_mask(T) | padding_mask(lengths, T)` has the shape $(B, 1, T, T)$ and hides a key that comes
# later *or* is padding.
#
# - `lengths` may be on a GPU, and then the mask must be there too: make the positions on `lengths.device`.
# - A length above $T$ hides nothing, since all of its tokens within $T$ are real. A length of 0 hides everything; the
#   scores of such a sentence would be nothing but $-\infty$ and their softmax NaN, so whoever uses the mask leaves it out.
#
# $$\text{mask}[b, 0, 0, j] = (j \ge \text{lengths}_b), \qquad (B,) \;\to\; (B, 1, 1, T)$$
#
# The rest of this part has sentences of one length, and needs the triangle alone. It can also be written with numbers.


# %%
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    """Return which keys are padding: int64 `(B,)` to bool `(B, 1, 1, T)`, `True` = masked (position >= length).

    The mask is on the device of `lengths`. A length of 0 masks every key, one above `T` none.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `additive_causal_mask`
# *difficulty: ●○○ · about 8 minutes*
#
# Many programs add the mask to the scores instead of asking where it is `True`. Adding 0 changes nothing, and adding
# $-\infty$ leaves $-\infty$, whatever the score was. Since $e^{-\infty} = 0$, such a score gets a weight of exactly 0,
# and not nearly 0. For $T = 5$, Hossain prints
#
# $$\begin{pmatrix}
# 0 & -\infty & -\infty & -\infty & -\infty \\
# 0 & 0 & -\infty & -\infty & -\infty \\
# 0 & 0 & 0 & -\infty & -\infty \\
# 0 & 0 & 0 & 0 & -\infty \\
# 0 & 0 & 0 & 0 & 0
# \end{pmatrix}$$
#
# Watch the sign: with $+\infty$ above the diagonal the softmax would have to compute $\infty / \infty$, and rows of NaN
# come out. Watch the zeros too: multiplying a triangle of ones by $-\infty$ looks like a short way, but
# $0 \cdot (-\infty)$ is NaN, not 0.
#
# $$M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases} \qquad \text{shape } (T, T), \text{ float32}$$
#
# Both masks are put to use below; first, though, the way that needs no infinity.


# %%
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    """Return what to add to scores: float32 `(T, T)` on `device`, 0 where key <= query, `-inf` where it is later.

    After Hossain.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `mask_and_renormalize`
# *difficulty: ●●○ · about 18 minutes*
#
# You have finished weights, and each row sums to 1. Setting the weights of later tokens to 0 takes something away from
# the sum, so divide each row by what is left. The third row of the running example (Raschka):
#
# | step | row for *short* | sum |
# | --- | --- | --- |
# | weights of part 01 | `[0.1965, 0.0618, 0.2506, 0.1452, 0.1146, 0.2312]` | 1 |
# | later tokens set to 0 | `[0.1965, 0.0618, 0.2506, 0, 0, 0]` | 0.5089 |
# | divided by the sum | `[0.3862, 0.1214, 0.4924, 0, 0, 0]` | 1 |
#
# Two things to watch:
#
# - A *row* is brought to 1, so the sum runs over the keys, the last dimension. A sum of shape $(T,)$ beside weights of
#   shape $(T, T)$ divides *columns* by it, and nothing complains. A sum of shape $(T, 1)$ does what is meant.
# - The weights that you are given are the caller's. Leave them as they are and return new ones; the weights may come with
#   any leading dimensions.
#
# $$\alpha'_{ij} = \frac{\alpha_{ij}}{\sum_{l \le i} \alpha_{il}} \;\text{ for } j \le i, \quad 0 \text{ otherwise;}
# \qquad (\ldots, T, T) \to (\ldots, T, T)$$
#
# Does the first softmax, which saw the later tokens, leave a trace of them? It divided the whole row by one number, and
# renormalising cancels that number. In exact arithmetic nothing is left of it.


# %%
def mask_and_renormalize(weights: Tensor) -> Tensor:
    """Make finished weights causal: keep the lower triangle and divide each row by its sum.

    `weights (..., T, T)`, each row summing to 1, gives `(..., T, T)`. After Raschka, section on causal attention.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `masked_softmax`
# *difficulty: ●●○ · about 18 minutes*
#
# In a computer, arithmetic is not exact. Suppose that a token sees two earlier scores of 0, and that a later token has a
# score of 1000: next to $e^{1000}$, both visible weights are rounded to 0. Renormalising then divides 0 by 0. Masking
# *before* the softmax has no such problem, and saves a step: the softmax never meets the later tokens.
#
# Put $-\infty$ where the key is later, divide by $\sqrt{d_k}$, take the softmax over the keys. It matters what takes the
# place of a hidden score:
#
# - A score of 0 is not a weight of 0: $e^0 = 1$. Multiplying scores by a triangle of ones masks nothing.
# - A large negative number such as $-100$ works until scores are of that size themselves. $-\infty$ always works.
# - `masked_fill` returns a new tensor. Calling it and dropping the result masks nothing, in silence.
#
# Shapes and types: scores $(T, T)$ combined with a mask $(1, 1, T, T)$ become four-dimensional by broadcasting, and a
# bfloat16 tensor plus a float32 mask becomes float32. The result here has the shape and the type of the scores.
#
# *Check yourself.* For `[1, 0]`, `[0, 1]`, `[1, 1]` as queries and as keys ($d_k = 2$), myGPT goes through the numbers by
# hand. Scores, scores divided by $\sqrt 2$, causal weights:
#
# $$\begin{pmatrix} 1 & 0 & 1 \\ 0 & 1 & 1 \\ 1 & 1 & 2 \end{pmatrix} \to
# \begin{pmatrix} 0.7071 & 0 & 0.7071 \\ 0 & 0.7071 & 0.7071 \\ 0.7071 & 0.7071 & 1.4142 \end{pmatrix} \to
# \begin{pmatrix} 1 & 0 & 0 \\ 0.3302 & 0.6698 & 0 \\ 0.2483 & 0.2483 & 0.5035 \end{pmatrix}$$
#
# For scores of moderate size the result is that of `mask_and_renormalize` applied to the weights of part 01. The `scores`
# stay as they were.
#
# $$\text{softmax}\!\left(\frac{\text{scores} + M}{\sqrt{d_k}}\right), \qquad (\ldots, T, T) \to (\ldots, T, T)$$
#
# These weights are the heart of the two modules that follow.


# %%
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    """Return causal attention weights: `-inf` above the diagonal, then softmax of `scores / sqrt(d_k)` over the keys.

    `scores (..., T, T)` gives `(..., T, T)` of the same dtype. After Raschka; Vaswani et al. 2017, section 3.2.3.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# **Guess first.** Of the scores of three tokens, all are 0 but one: 150, in the second row and the last column. The
# second token must not see it. What will the second row of weights be if you mask afterwards, and what if you mask
# before? Write your guess into the next cell of the notebook before you run it, or, without the notebook, run
# `python -m assignments.show 02 guess`.

# %% [markdown]
# ## `SingleHeadSelfAttention`
# *difficulty: ●●○ · about 25 minutes*
#
# One causal head (after the blog *LLM from scratch*, part 1.2). `__init__` is given; `forward` is yours, and returns two
# things: what the head computes and the weights it used, because looking at weights is the best way to understand a
# head.
#
# $$(B, T, d_{model}) \;\xrightarrow{\;q,\; k,\; v\;}\; (B, T, d_k) \;\to\; \text{weights } (B, T, T)
# \;\to\; \text{out } (B, T, d_k)$$
#
# Three things are new:
#
# - **Batches.** The scores need the keys transposed in their last two dimensions: `keys.transpose(-2, -1)`. (`keys.T` is
#   meant for a matrix; on a batch it reverses *all* dimensions.)
# - **Dropout.** In training, `nn.Dropout(p)` sets each number to 0 with probability $p$ and multiplies the others by
#   $1 / (1 - p)$; in evaluation it does nothing. It acts on the *weights*, after the softmax: a connection between two
#   tokens is cut for this step. Dropping scores instead would cut nothing, since a score of 0 is an ordinary score. The
#   weights that you return are those that were used, dropout included; in training their rows need not sum to 1.
# - **A trace.** With `trace_shapes=True`, print the shapes of `q`, `k`, `v`, `weights` and `out`, each with its name, to
#   stdout, in a format of your choice. For $B = 2$, $T = 6$, $d_{model} = 8$, $d_k = 5$ it may look like this:
#
# ```
# q: (2, 6, 5)
# k: (2, 6, 5)
# v: (2, 6, 5)
# weights: (2, 6, 6)
# out: (2, 6, 5)
# ```
#
# Without it, nothing is printed.
#
# Write the attention yourself, here and in the other exercises of this file: PyTorch's `scaled_dot_product_attention`,
# `nn.MultiheadAttention` and what lies under them are not allowed. `torch.softmax` is.
#
# $$\text{weights} = \text{dropout}\!\left(\text{softmax}\!\left(\frac{q\,k^\top + M}{\sqrt{d_k}}\right)\right), \qquad
# \text{out} = \text{weights} \cdot v$$
#
# The output is as wide as a head. In a model it has to become as wide as a token again. As soon as the head works,
# `python -m assignments.show 02` can train it: see the section *See what leaks* below.


# %%
class SingleHeadSelfAttention(nn.Module):
    """One causal attention head that shows its weights (after the blog *LLM from scratch*, part 1.2).

    `q`, `k`, `v` are `nn.Linear`s without bias, `d_model` to `d_k`, each with first weights of its own; `dropout` acts on
    the weights.
    """

    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return `out (B, T, d_k)` and the weights `(B, T, T)` that made it, for `x (B, T, d_model)`.

        With `trace_shapes`, print the names q, k, v, weights, out, each with its shape.
        """
        raise NotImplementedError  # your code here


# %% [markdown]
# ## `CausalSelfAttention`
# *difficulty: ●●○ · about 25 minutes*
#
# The head as it is used in a small GPT (after myGPT). A fourth map $W_O$ leads from the width of
# the head back to the width of a token, so that the result can be added to the token and the next block can follow.
# This time `__init__` is yours as well: four `nn.Linear`s without bias, $W_Q$, $W_K$, $W_V$ from `embed_dim` to
# `head_dim` and $W_O$ from `head_dim` to `embed_dim`, **created in this order**. The order matters because every layer
# draws its first weights from the same stream of random numbers: in another order, the same seed gives another model.
#
# The scale is the root of the width of a query. Here this is `head_dim`, and it need not be `embed_dim`.
#
# *Check yourself.* The running example of myGPT is *I love AI !*, with ids 0 to 3:
#
# ```python
# torch.manual_seed(0)
# embedding, attention = nn.Embedding(4, 4), CausalSelfAttention(4, 4)
# attention(embedding(torch.arange(4))[None])
# ```
#
# Print the weights in your `forward`, or look at them with a debugger; they should be
#
# $$\begin{pmatrix}
# 1 & 0 & 0 & 0 \\
# 0.2526 & 0.7474 & 0 & 0 \\
# 0.3018 & 0.2972 & 0.4011 & 0 \\
# 0.2149 & 0.3615 & 0.1914 & 0.2321
# \end{pmatrix}$$
#
# And for the tokens `[1, 0]`, `[0, 1]`, `[1, 1]` as a batch of one sentence, `CausalSelfAttention(2, 2)` with all four
# matrices equal to the identity returns `[1, 0]`, `[0.3302, 0.6698]`, `[0.7517, 0.7517]`.
#
# $$W_O\!\left(\text{softmax}\!\left(\frac{Q K^\top + M}{\sqrt{d_{head}}}\right) V\right), \qquad
# (B, T, \text{embed\_dim}) \to (B, T, \text{embed\_dim})$$
#
# In `derivations.py` you find out what this head costs, and what a bias in it would do. Part 03 puts several heads
# side by side.


# %%
class CausalSelfAttention(nn.Module):
    """One causal head with an output projection (after myGPT, chapter 6).

    `nn.Linear`s without bias, created in this order: `W_Q`, `W_K`, `W_V` (`embed_dim` to `head_dim`) and `W_O`
    (`head_dim` to `embed_dim`), each with first weights of its own. The scale is the square root of `head_dim`. The state
    dict holds nothing else; a mask that is kept as a buffer needs `persistent=False`.
    """

    def __init__(self, embed_dim: int, head_dim: int) -> None:
        raise NotImplementedError  # your code here

    def forward(self, x: Tensor) -> Tensor:
        """Return one vector per token that no later token has touched: `(B, T, embed_dim)` to `(B, T, embed_dim)`."""
        raise NotImplementedError  # your code here


# %% [markdown]
# ## See what leaks
#
# There is nothing to write here. In the top folder,
#
# ```
# python -m assignments.show 02
# ```
#
# trains the same head twice, with your mask and without it, on rows such as *cafbhe dbgcaf*: six random letters, and then
# the same six, each one further in the alphabet. Whoever reads from left to right has to guess the first six and can work
# out the others. So we know beforehand how low the loss of a reader can get who sees nothing that comes later. Guess first:
# what loss does the head reach that sees everything, and what does it know once the text ends and there is nothing to look
# ahead at?
