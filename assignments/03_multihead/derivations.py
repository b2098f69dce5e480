# %% [markdown]
# # 03 · Multi-head attention: derivations
#
# A head is added by changing one number; what does it cost? This file counts parameters, work and memory, with pencil and
# paper first. The first three counts are short; the last two say what limits the length of a text, and are worth more.
# Every answer is a function of the sizes, so a formula that happens to fit one model is not enough: try yours on sizes
# that are all different. Read the list of arguments too. A size that is missing from it does not matter, and seeing
# why is half of the exercise.

# %% [markdown]
# ## `n_params_wrapper`
# *difficulty: ●○○ · about 2 minutes*
#
# How many numbers does a `MultiHeadAttentionWrapper` learn? Start from one head: three matrices, none of them with a
# bias, and not all of the same shape. The lengths of the sentences it will read are not among the arguments.
#
# *Check yourself.* The wrapper whose output Raschka prints, `MultiHeadAttentionWrapper(3, 2, 1, num_heads=4)`, learns
# 60 numbers. In code, `sum(p.numel() for p in wrapper.parameters())` counts what PyTorch can see: 0 would mean that the
# heads are in a plain list.


# %%
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    """Return the number of learned parameters of `MultiHeadAttentionWrapper(d_in, d_out_kq, d_out_v, num_heads)`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `n_params_multihead`
# *difficulty: ●○○ · about 2 minutes*
#
# The same question for the fused layer `MultiHeadAttention`. The number of heads is not an argument: the wrapper above
# grows with every head, this layer does not. Which step of its forward pass brings the heads about, and does that
# step own any parameters?
#
# *Check yourself.* Part 01 counted 452,984,832 weights in the query, key and value projections of a model of width
# 12,288. One more projection belongs to the layer: 603,979,776.


# %%
def n_params_multihead(d_model: int) -> int:
    """Return the number of learned parameters of `MultiHeadAttention(d_model, num_heads)`, for any `num_heads`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `head_dim`
# *difficulty: ●○○ · about 1 minute*
#
# What one head gets to work with. Return an int, because this number is a size, and PyTorch takes no 64.0 for a size.
#
# *Check yourself.* Vaswani et al. (2017, section 3.2.2) use a model of width 512 with 8 heads of width 64.


# %%
def head_dim(d_model: int, num_heads: int) -> int:
    """Return the width of one head of `MultiHeadAttention(d_model, num_heads)`; `num_heads` divides `d_model`."""
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `attention_matmul_flops`
# *difficulty: ●●○ · about 12 minutes*
#
# How much work is attention itself? Count the two matrix products which every head does for a sentence of $T$ tokens,
# $Q_i K_i^\top$ and weights times $V_i$, over all heads of a fused layer. The projections, the scaling and the softmax
# are left out. An entry of a product of matrices is a sum of products; each multiplication that enters a sum counts as
# two operations, one to multiply and one to add.
#
# Write the count for one head with $d_h$ in it first, then add up the heads. Vaswani et al. (2017, section 3.2.2)
# remark that many narrow heads cost about as much as one wide head: your result shows it, because it needs no
# `num_heads`. It also shows what happens to the bill when the text becomes twice as long, the reason why long
# contexts are expensive.
#
# *Check yourself.* A sentence of 10 tokens at width 64 takes 25,600 operations.


# %%
def attention_matmul_flops(T: int, d_model: int) -> int:
    """Return the operations of both matrix products between queries, keys and values, for one sentence and all heads.

    Only scores and weights times values count, unmasked; a multiplication and its addition count as two.
    """
    raise NotImplementedError  # your code here


# %% [markdown]
# ## `weights_bytes`
# *difficulty: ●○○ · about 5 minutes*
#
# More heads cost no parameters and hardly any operations. They do cost memory: during training the attention weights
# of every head are kept for the backward pass. How many bytes are the weights of one layer, for a batch of $B$
# sentences of $T$ tokens? An element takes 4 bytes in float32 and 2 in bfloat16. Zeros that come from a causal mask are
# stored like all other numbers.
#
# *Check yourself.* One text of 4,096 tokens, 32 heads (the sizes of Llama 2 7B) and 2 bytes per element: 1,073,741,824
# bytes, exactly one GiB, in each of its layers. Algorithms such as FlashAttention never store this tensor as a whole.


# %%
def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    """Return the bytes that the attention weights of one layer take, all sentences and all heads together."""
    raise NotImplementedError  # your code here
