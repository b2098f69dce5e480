# %% [markdown]
# # 06 · A language model that trains and writes
#
# You have attention, in many heads and with a mask, and you have seen a layer learn. This part puts them together. At
# its end you have a small model of the GPT family, every layer of it yours, your attention of part 03 included. It reads
# very short stories for half a minute, and then it tells new ones:
#
# > Leo the magpie heard a knock at night. "Who is there?" asked Leo. "It is Rosa the seal, and I am hungry." So Leo gave
# > Rosa a bowl of soup. Soon Rosa was full.
#
# Nobody has told the model what a name is, or that soup helps against hunger. (The papers are on the page of
# [sources](../../docs/sources.md).)
#
# A *token* is a word here, with the space before it, or a mark such as a comma. The only task of the model is to say
# which token comes next. The way there:
#
# 1. say *where* a token stands, because attention alone does not know (`sinusoidal_positions`);
# 2. keep numbers in a range in which they can be learned (`LayerNorm`);
# 3. let every token think for itself (`FeedForward`), and put that and attention into one block (`TransformerBlock`);
# 4. measure how surprised a prediction is (`cross_entropy`);
# 5. build the model (`TinyGPT`), draw from what it predicts (`sample_next`), and let it write (`generate`);
# 6. write without computing everything anew for each token (`CachedAttention`);
# 7. train it, read what it tells, and take it apart.
#
# It is work for three sittings: the parts of the model up to `cross_entropy`, about 80 minutes; the model itself from
# `TinyGPT` on, about 100; and `derivations.py` with the training, about an hour.
#
# | letter | meaning |
# | --- | --- |
# | $B$, $T$ | texts in a batch, tokens in a text |
# | $d_{model}$ | width of a token vector |
# | $h$, $d_h = d_{model} / h$ | heads, and the width of one |
# | $d_{hidden}$ | width inside a feed-forward layer |
# | $V$ | size of the vocabulary: how many different tokens there are |
#
# What holds for every exercise, such as sizes, dtypes and what may not change, is on the page
# [What is checked](../../docs/what_is_checked.md).

# %%
import math

import torch
from torch import Tensor, nn

# %% [markdown]
# ## The attention that you start from
#
# This is `MultiHeadAttention` of part 03, given, so that no exercise here depends on your own. It leaves the attention
# itself to PyTorch. There is nothing to do in this cell. When the model is trained, at the end of this part, your own
# class takes its place.


# %%
class MultiHeadAttention(nn.Module):
    """Fused multi-head attention without biases: `(B, T, d_model)` to `(B, T, d_model)`."""

    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"num_heads must divide d_model: {num_heads} does not divide {d_model}")
        self.num_heads = num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Return one vector per token, `(B, T, d_model)`."""
        projected = (layer(x) for layer in (self.W_Q, self.W_K, self.W_V))
        queries, keys, values = (y.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for y in projected)
        context = nn.functional.scaled_dot_product_attention(queries, keys, values, is_causal=self.causal)
        return self.W_O(context.transpose(1, 2).flatten(start_dim=2))


# %% [markdown]
# ## `sinusoidal_positions`
# *difficulty: ●●○ · about 20 minutes*
#
# Shuffle the words of a sentence, and attention without a mask returns the same vectors, shuffled. Nothing in it knows
# that a word comes first. So the position is written into the token vector itself: every place in the text gets a
# vector of its own, and that is *added* to the vector of the word.
#
# The first transformer used waves for this (Vaswani et al. 2017, section 3.5). Two columns share a wavelength, one
# holds its sine and the other its cosine, and each pair is slower than the one before it. It is a clock with many
# hands: the first one turns with nearly every token, at width 512 the last one needs more than 60,000 tokens for one
# turn, and together they tell the time.
#
# $$P[t, 2i] = \sin\!\left(\frac{t}{10000^{\,2i / d_{model}}}\right), \qquad
# P[t, 2i+1] = \cos\!\left(\frac{t}{10000^{\,2i / d_{model}}}\right)$$
#
# - Columns $2i$ and $2i + 1$ have the *same* angle: the exponent counts pairs, not columns.
# - Sines and cosines alternate. Many programs put all sines first and all cosines after them, which works as well, but
#   is not what is written here.
# - Where $d_{model}$ is odd, the last pair has no room for its cosine: the table ends in a sine.
#
# *Check yourself.* For $d_{model} = 4$ the row of position 0 is `[0, 1, 0, 1]` and that of position 1 is
# `[0.8415, 0.5403, 0.0100, 0.9999]` (the last number is 0.99995).
#
# $$T, \; d_{model} \;\to\; (T, d_{model})$$
#
# Why waves? Because a step of $k$ tokens is then the same rotation wherever it begins: `shifted_positions` in
# `derivations.py` asks you for it. The model below learns its positions instead, from a table without any plan, as GPT
# does. Both work. The waves need no training, but where they are much larger than the token vectors, they drown them out:
# when the model is trained, they are made as small as the table begins.


# %%
def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    """Return a vector for each of the positions 0 to `T - 1`: float32 `(T, d_model)`, on `device`.

    Column `2i` holds the sine of `t / 10000**(2i / d_model)`, column `2i + 1` the cosine of the same angle.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `LayerNorm`
# *difficulty: ●●○ · about 20 minutes*
#
# A deep model adds to the vector of a token again and again, and what is added to grows. Layer normalisation (Ba, Kiros
# and Hinton 2016) brings each token vector back before the next layer reads it: subtract its
# mean, divide by its standard deviation. Then a learned scale and a learned shift for every column give back what the
# model wants to keep of it.
#
# $$y = w \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + b, \qquad
# \mu = \frac{1}{d}\sum_j x_j, \qquad \sigma^2 = \frac{1}{d}\sum_j (x_j - \mu)^2$$
#
# - Mean and variance are those of *one token*, over its columns. Neighbours and the rest of the batch play no part: so
#   nothing leaks past the mask, and a text gets the same result alone and in a batch.
# - The variance divides by $d$. `torch.var` divides by $d - 1$ unless it is told otherwise.
# - $\epsilon$ stands under the root. It is there for vectors that are the same in all columns, whose variance is 0.
# - Subtract the mean before you square. $\overline{x^2} - \mu^2$ is the same on paper; for entries around 10,000 it
#   subtracts two numbers around 100,000,000, and float32 has no digits left for the rest.
#
# The mean, the variance and the roots are welcome from `torch`; whatever normalises by itself (`nn.LayerNorm`,
# `F.layer_norm`, `F.batch_norm` and their relatives) is not allowed in this exercise.
#
# *Check yourself.* A new `LayerNorm(4)` turns `[2, 4, 4, 6]` into `[-1.4142, 0, 0, 1.4142]`.
#
# $$(\ldots, d_{model}) \;\to\; (\ldots, d_{model})$$


# %%
class LayerNorm(nn.Module):
    """Layer normalisation over the last dimension (Ba, Kiros and Hinton 2016).

    `weight`, ones, and `bias`, zeros, are `nn.Parameter`s of shape `(d_model,)`, created in this order.
    """

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        raise NotImplementedError  # your code here

    def forward(self, x: Tensor) -> Tensor:
        """Return `x` with each vector normalised, scaled and shifted: `(..., d_model)` to `(..., d_model)`."""
        raise NotImplementedError  # your code here


# %% [markdown]
# ## `FeedForward`
# *difficulty: ●○○ · about 8 minutes*
#
# Attention moves information between tokens, but what it moves is an average. The other half of a block moves nothing:
# it takes each token vector by itself, widens it, bends it, and brings it back to its width. Most parameters of a
# language model are in these layers.
#
# Without the bend in the middle, two linear layers one after the other are one linear layer. GPT bends with the GELU
# (Hendrycks and Gimpel 2016): $x\,\Phi(x)$, where $\Phi(x)$ is the probability that a
# normal number is below $x$. It is nearly 0 on the far left and nearly $x$ on the far right. `torch` has it; use the
# exact one, which is the default, and not the approximation by a hyperbolic tangent.
#
# $$y = W_{down}\, \text{gelu}(W_{up}\, x + b_{up}) + b_{down}$$
#
# *Check yourself.* With every weight 1 and every bias 0, `FeedForward(2, 3)` turns `[0.5, 0.5]` into
# `[2.5240, 2.5240]`: the sum is 1, gelu(1) is 0.8413, and there are three of them.
#
# $$(\ldots, d_{model}) \;\to\; (\ldots, d_{hidden}) \;\to\; (\ldots, d_{model})$$


# %%
class FeedForward(nn.Module):
    """Two linear layers with a GELU between them, for each token by itself.

    `up` and `down` are `nn.Linear`s with bias, `d_model` to `d_hidden` and back, created in this order.
    """

    def __init__(self, d_model: int, d_hidden: int) -> None:
        raise NotImplementedError  # your code here

    def forward(self, x: Tensor) -> Tensor:
        """Return what each token makes of itself: `(..., d_model)` to `(..., d_model)`."""
        raise NotImplementedError  # your code here


# %% [markdown]
# ## `TransformerBlock`
# *difficulty: ●●○ · about 12 minutes*
#
# Now put attention and feed-forward layer together. Neither of them replaces the token vector; each *adds* to it. So
# there is a straight road from the first layer to the last, on which gradients travel without passing through anything,
# and a block that has learned nothing yet does little harm.
#
# $$h = x + \text{attention}(\text{norm}_1(x)), \qquad y = h + \text{feed\_forward}(\text{norm}_2(h))$$
#
# ![A straight line leads from x to y. Before it, norm_1 and attention take what is on the line and add their result to
# it, which gives h; then norm_2 and feed_forward do the same.](block.svg)
#
# Watch what is normalised: what the layer *reads*, and not the sum. The first transformer normalised after adding, and
# trained only where the learning rate began near 0 and rose slowly (*warm-up*); Xiong et al. (2020) show why the order
# above needs no such care. And the second half
# starts from $h$, what the first half has made, both in the sum and in the norm.
#
# `__init__` is given. The `nn.Transformer…` layers of PyTorch are not allowed in this exercise.
#
# *Check yourself.* A block whose `attention.W_O` and `feed_forward.down` are all zeros returns its input.
#
# $$(B, T, d_{model}) \;\to\; (B, T, d_{model})$$


# %%
class TransformerBlock(nn.Module):
    """Causal attention and a feed-forward layer, each on the normalised input and added to it (pre-norm).

    `norm_1`, `attention`, `norm_2` and `feed_forward` are created in this order.
    """

    def __init__(self, d_model: int, num_heads: int, d_hidden: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    def forward(self, x: Tensor) -> Tensor:
        """Return one vector per token: `(B, T, d_model)` to `(B, T, d_model)`."""
        raise NotImplementedError  # your code here


# %% [markdown]
# ## `cross_entropy`
# *difficulty: ●●○ · about 18 minutes*
#
# The model gives every token of the vocabulary a score, its *logit*; softmax makes probabilities of them. How good is a
# prediction? Look at the probability of what really came next, and take the logarithm: $-\log p$ is 0 where the model
# was sure and right, and grows without bound where it was sure and wrong. The loss is the mean of this surprise over
# all targets.
#
# $$\text{loss} = \frac{1}{N} \sum_{n} -\log\, \text{softmax}(z_n)_{\,y_n}$$
#
# A model that knows nothing gives each of $V$ tokens the probability $1/V$ and has the loss $\ln V$: where training
# starts, you can tell beforehand (`uniform_loss` in `derivations.py`).
#
# - The mean is taken over *all* targets, whatever the leading dimensions: `(B, T, V)` and `(B, T)` give one number.
# - `softmax` first and `log` afterwards fails for logits of ±10,000: the probability is rounded to 0, and its logarithm
#   is infinite. `torch.log_softmax` does both at once, without ever making that probability.
# - Targets are indices: `gather` picks one number from each row.
#
# Write the loss yourself: `F.cross_entropy`, `F.nll_loss`, `F.kl_div`, their modules and their relatives are not
# allowed in this exercise. `softmax`, `log_softmax` and `logsumexp` are.
#
# *Check yourself.* For logits `[0, ln 3]` the probabilities are 1/4 and 3/4: target 1 costs 0.2877, target 0 costs
# 1.3863, and both together have the loss 0.8370.
#
# $$(\ldots, V), \; (\ldots) \;\to\; ()$$


# %%
def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    """Return the mean of `-log softmax(logits)` at the targets, a scalar.

    `logits` are `(..., V)`, `targets` int64 `(...)` with at least one target, each from 0 to `V - 1`.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `TinyGPT`
# *difficulty: ●●● · about 25 minutes*
#
# Everything is there; the model is short. A token becomes the sum of two vectors from two tables, one for *what* it is
# and one for *where* it stands. Blocks work on it one after the other. A last norm, and then a logit for every token of
# the vocabulary. For this no further matrix is needed: the logit of a token is the product of the final vector with
# that token's own embedding, so that the table which reads also writes (Press and Wolf 2017).
#
# $$x_t = E[\text{id}_t] + P[t], \qquad x \leftarrow \text{block}_\ell(x) \;\text{ for each } \ell, \qquad
# \text{logits} = \text{norm}(x)\, E^\top$$
#
# `__init__` is given. Both tables begin with small numbers (standard deviation 0.02, as in GPT-2), so that the first
# logits are small and the first loss is close to $\ln V$.
#
# - Positions count from 0 in every text, and every text of a batch has the same ones.
# - The position table has `max_tokens` rows, so a longer text has no place in it. Raise `ValueError` there, with a
#   sentence that names both numbers; the error that PyTorch raises by itself does not say what was wrong.
# - All logits are returned, those of every position: position $t$ predicts token $t + 1$, and so one text of $T$ tokens
#   is $T$ exercises at once. The mask sees to it that none of them can look at its answer.
#
# *Check yourself.* `TinyGPT(65, 32, 4, 64, 2, 16)` has 19,488 parameters, and for any ids its first loss is close to
# ln 65 = 4.17.
#
# $$(B, T) \;\to\; (B, T, V)$$


# %%
class TinyGPT(nn.Module):
    """A small language model: embeddings, blocks, a norm, and the token embedding once more.

    `token_embedding`, `position_embedding`, `blocks` and `norm` are created in this order. A second attribute for the
    same table is fine.
    """

    def __init__(
        self, vocab_size: int, d_model: int, num_heads: int, d_hidden: int, num_layers: int, max_tokens: int
    ) -> None:
        super().__init__()
        self.max_tokens = max_tokens
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.token_embedding.weight, std=0.02)
        self.position_embedding = nn.Embedding(max_tokens, d_model)
        nn.init.normal_(self.position_embedding.weight, std=0.02)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers))
        self.norm = LayerNorm(d_model)

    def forward(self, ids: Tensor) -> Tensor:
        """Return a logit for every token of the vocabulary at every position: int64 `(B, T)` to `(B, T, vocab_size)`.

        Raises:
            ValueError: the texts have more than `max_tokens` tokens.
        """
        raise NotImplementedError  # your code here


# %% [markdown]
# ## `sample_next`
# *difficulty: ●●○ · about 20 minutes*
#
# A model gives probabilities, a writer needs a decision. Always taking the most probable token sounds wise but soon
# goes in circles. To draw by the probabilities gives variety, and now and then nonsense. Two knobs turn between the
# two:
#
# - **temperature** divides the logits before the softmax. Below 1 the likely becomes likelier, above 1 everything comes
#   closer together. At 0 the quotient does not exist; what it tends to does: the largest logit wins, and where several
#   are largest, the first of them. Then nothing is drawn.
# - **top k** leaves only the $k$ largest logits in the game; all others get probability 0, and what is left is a
#   softmax over $k$ tokens. `None`, or a $k$ of at least $V$, leaves them all. Of several that tie at place $k$, you may
#   keep any or all.
#
# $$p = \text{softmax}\big(\text{top}_k(z) / \text{temperature}\big), \qquad \text{next} \sim p$$
#
# Draw with exactly one call, `torch.multinomial(probabilities, 1, generator=generator)`, with the probabilities in the
# order of the vocabulary, so that the same generator always gives the same text. Whatever else you draw moves the
# generator on, and another text comes out.
#
# *Check yourself.* For logits `[1, 3, 2]`: temperature 0 gives 1; `top_k=1` gives 1 at any temperature; with `top_k=2`
# and temperature 1 the probabilities are `[0, 0.7311, 0.2689]`.
#
# $$(B, V) \;\to\; (B)$$


# %%
def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    """Return a next token for each row of logits: `(B, V)` to int64 `(B,)`.

    At temperature 0 it is the first of the largest, and nothing is drawn. Otherwise one call of
    `torch.multinomial(probabilities, 1, generator=generator)` draws it, with probabilities `(B, V)` of the dtype of
    `logits`: the softmax of `logits / temperature` over the `top_k` largest, 0 elsewhere. The temperature is never
    negative and `top_k` at least 1.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# **Guess first.** The logits of five tokens are 0, 1, 2, 3 and 4. In 2,000 draws, how often is the last one drawn at
# the temperatures 0, 0.5, 1 and 3? Write your guess into the next cell of the notebook before you run it, or, without
# the notebook, run `python -m assignments.show 06 guess`.

# %% [markdown]
# ## `generate`
# *difficulty: ●●○ · about 20 minutes*
#
# Writing is a loop: ask the model, draw the next token, append it, ask again. The model has read texts of up to
# `max_tokens` tokens and no longer ones, so it is shown the last `max_tokens` of what there is; what lies further back
# is forgotten.
#
# $$\text{ids} \;\to\; \text{model}(\text{the last max\_tokens ids}) \;\to\; \text{the last position's logits}
# \;\to\; \text{sample\_next} \;\to\; \text{one id more}$$
#
# Four duties of somebody who borrows a model:
#
# - Ask it once for each new token, and draw each token with your `sample_next`, from the logits of the last position.
# - Write in evaluation mode, and leave behind the mode that was there before, even if the model raises an error in
#   between (`try … finally`).
# - Nothing here is trained, so no graph should be built: `torch.no_grad()` saves its memory.
# - `ids` belong to the caller. Return a new tensor, also where no new token is asked for.
#
# *Check yourself.* A model that always gives the largest logit to the successor of each id counts:
#
# ```python
# class Counting(nn.Module):
#     def forward(self, ids):
#         return nn.functional.one_hot(ids + 1, 10).float()
#
#
# print(generate(Counting(), torch.tensor([[3]]), max_new_tokens=4, max_tokens=8))  # [[3, 4, 5, 6, 7]]
# ```
#
# $$(B, T) \;\to\; (B, T + \text{max\_new\_tokens})$$


# %%
def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Return `ids` with new tokens after them: int64 `(B, T)` to `(B, T + max_new_tokens)`, in a new tensor.

    `model` turns ids `(B, T)` into logits `(B, T, V)`. It is called once for each new token, on the last `max_tokens`
    ids, in evaluation mode and without a graph; afterwards it has the mode from before, even if it raised an error.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `CachedAttention`
# *difficulty: ●●● · about 35 minutes*
#
# `generate` computes the whole text anew for every token, although nothing in it has changed but the end. Causal
# attention makes this needless: no token sees a later one, so the keys and values of the past stay what they were. Keep
# them, the *cache*, and a new token costs its own three projections and one row of scores.
#
# Your layer takes a piece of a text, $T_{new}$ tokens of it, and the cache of what came before. It returns its output
# for the piece, and the cache for whatever comes next. However a text is cut into pieces, the outputs must be those of
# one causal pass over the whole.
#
# $$\text{scores} = \frac{Q_{new}\, [K_{past} \,|\, K_{new}]^\top}{\sqrt{d_h}} \qquad
# (B, h, T_{new}, T_{past} + T_{new})$$
#
# ![Three steps of writing, each with its triangle of scores. Without a cache, all rows are computed again at every step;
# with the cache, only the last row is.](cache.svg)
#
# - The scores are no longer square. Query $i$ of the piece is token $T_{past} + i$ of the text: it sees the whole past,
#   and of its own piece what comes up to it. Draw the mask for $T_{past} = 2$ and $T_{new} = 3$ before you write it.
# - An empty past, of 0 tokens, is the same as `None`.
# - The cache that was given belongs to the caller and must not change: the caller may let two different texts follow the
#   same beginning, and use its cache for both. Join old and new into a new tensor.
# - Gradients flow through the cache to whatever made it.
#
# The attention is yours to write, as in part 03: `scaled_dot_product_attention`, `nn.MultiheadAttention` and what lies
# under them are not allowed in this exercise. `__init__` is given.
#
# *Check yourself.* `attention(x)` and, piece by piece, `attention(x[:, :2])` followed by `attention(x[:, 2:], cache)`
# give the same outputs. How much memory the cache takes is asked in `derivations.py`.
#
# $$(B, T_{new}, d_{model}), \; \text{cache} \;\to\; (B, T_{new}, d_{model}), \; \text{cache}$$


# %%
class CachedAttention(nn.Module):
    """Causal multi-head attention that reads a text piece by piece.

    Parameters as in `MultiHeadAttention`: `W_Q`, `W_K`, `W_V`, `W_O`, `nn.Linear`s without bias, created in this order.

    Raises:
        ValueError: at construction, when `num_heads` does not divide `d_model`.
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"num_heads must divide d_model: {num_heads} does not divide {d_model}")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Return the output for the piece `x`, and the cache with it.

        `x` is `(B, T_new, d_model)`, and `cache` the keys and values of the past, each `(B, h, T_past, d_h)`, as an
        earlier call returned them, or `None`. The output is `(B, T_new, d_model)`, the new cache a pair of
        `(B, h, T_past + T_new, d_h)`.
        """
        raise NotImplementedError  # your code here


# %% [markdown]
# ## Train it, and read
#
# There is nothing to write in this section, only something to run, from the top folder:
#
# ```
# python -m assignments.show 06
# ```
#
# It puts your `MultiHeadAttention` of part 03 into your `TinyGPT`, trains it with your `cross_entropy`, and lets it
# write with your `generate`; it says whose each part is. By words this takes half a minute on one core. The loop is
# that of part 05, with three differences: each step sees a few pieces of the text, which begin where a story begins;
# the optimiser is PyTorch's AdamW; and the learning rate rises at first and then falls to zero. One more thing is
# changed before the first step. The token vectors begin ten times as large as your `TinyGPT` makes them: it learns
# earlier then to tell one name from the other. And the last norm begins ten times as small, so that the loss
# still begins near $\ln V$.
#
# The stories are made by a program (`stories.py`), which chooses a plot, names, and what happens, all at random. So it is
# known how surprising a story is: the loss has a **floor** below which no model can be on average. It is printed beside
# the loss, and so is what counting knows: how often each token follows each other one (pairs), or the last few.
#
# **Guess first.** Some things are learned early and some late: which words there are, that a name comes after *asked*,
# *which* name comes there. In what order? And does the loss fall steadily, or in steps?
#
# Then look at the second curve: how often a name that comes again is the right one. For a while hardly ever, though the
# loss has long fallen; stories change their heroes in every sentence. Then it rises within a few hundred steps. Some
# heads have learned to look back to where the name was and to copy it, as you saw it happen in part 03.
#
# More to run:
#
# | command, after `python -m assignments.show 06` | what it does |
# | --- | --- |
# | `--unit characters` | the model has to learn to spell first: two minutes |
# | `--positions sinusoidal` | takes your `sinusoidal_positions` in place of the table that is learned |
# | `--attention heads` | takes single heads, your `CausalSelfAttention` of part 02, and adds up what they return |
# | `--no-mask` | lets each token see the next one, which it has to guess |
# | `--save stories.pt` | keeps the model in a file |
# | `play --load stories.pt` | you begin a story, it goes on; turn temperature and top k |
# | `race` | writes with and without your `CachedAttention`: tokens per second, for longer and longer texts |
# | `break` | takes out one part at a time: seven curves in less than a minute |
# | `--text FILE` | learns from a text of your own, two minutes |
#
# Why is the sum of single heads the same layer as the fused one of part 03? Multiply the joined heads by $W_O$, and each
# head meets only its own columns of $W_O$: a sum of products, one for each head.
#
# Before you run `--no-mask` and `break`, guess. Without the mask the loss falls far below the floor. What does the model
# know then, and what will it write?

# %% [markdown]
# ## What you have built
#
# ![From below: ids, token and position embeddings, a block of attention and feed-forward layer that comes twice, a norm,
# logits, the next token. Beside each piece, the part of the course in which you wrote it.](course.svg)
#
# From attention to a model that tells stories, you have written every operation that makes a transformer. Large
# language models are this, with more of it: GPT-2 has 12 to 48 blocks where yours has 2, and a vocabulary of 50,257
# tokens where yours has 270.
#
# Where to go from here? Three projects; nobody grades them.
#
# - **The lowest loss in three minutes of processor time.** Copy `learning.py`, change what you like (sizes, learning rate,
#   batch, initial weights, the order of the stories) and run it by words with three seeds. The floor tells you how far
#   there is to go: within 0.02 nats is what the settings here reach, in half a minute. Who gets to 0.005?
# - **Rotary positions.** In place of adding a position to the token vector, turn queries and keys by an angle that grows
#   with the position (Su et al. 2021). `shifted_positions` has the matrix: pairs of columns, each with its own
#   wavelength. Start in your `MultiHeadAttention`, right after the split into heads, and look at the scores: they depend
#   on the distance of two tokens and on nothing else. Check that by moving a text by one place.
# - **A text of your own.** `--text FILE` takes any text in UTF-8; some 200,000 characters, one book, are enough. There
#   the floor is unknown. What do you compare with? What does the model learn first, and what does it never learn?
#
# And if all 66 exercises are done: you have built attention, and a model around it, from matrix products and a softmax.
# What you took from PyTorch are tools that know nothing of language: `nn.Linear` and `nn.Embedding`, which hold the
# numbers; the bend of `gelu`; autograd, which finds the gradients; and AdamW, which follows them. Well done.
