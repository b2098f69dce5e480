# Wrong and right programs of attention_matmul_flops; docs/reference/programs.md describes the form.

# %% counter | right
# numpy int64
import numpy as np


def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * np.int64(T) * np.int64(T) * np.int64(d_model)

# %% float | right
# a float power
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * d_model * T**2.0

# %% heads | right
# head by head
def attention_matmul_flops(T: int, d_model: int, num_heads: int = 1) -> int:
    width = d_model // num_heads
    return sum(2 * T * T * width + 2 * T * width * T for _ in range(num_heads))

# %% products | right
# product by product
def attention_matmul_flops(T: int, d_model: int) -> int:
    scores = 2 * T * d_model * T
    contexts = 2 * T * T * d_model
    return scores + contexts

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# float32
import torch


def attention_matmul_flops(T: int, d_model: int) -> int:
    return torch.tensor(4.0) * T * T * d_model

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# int32 that overflows
import torch


def attention_matmul_flops(T: int, d_model: int) -> int:
    return int(torch.tensor(4 * T, dtype=torch.int32) * torch.tensor(T * d_model, dtype=torch.int32))

# %% adds_exact | wrong | formula | core | mistake: adds-one-less
# one addition less per sum
def attention_matmul_flops(T: int, d_model: int) -> int:
    return T * T * (2 * d_model - 1) + T * d_model * (2 * T - 1)

# %% eight | wrong | formula | core | mistake: formula-factor
# multiplied by 2 once too often
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 8 * T**2 * d_model

# %% giga | wrong | formula | core | mistake: formula-factor
# in units of 1e9
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model / 1e9

# %% linear | wrong | formula | core | mistake: tokens-not-squared
# T is not squared
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T * d_model

# %% multiplies_only | wrong | formula | core | mistake: adds-not-counted
# a multiply and an add counted as one
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 2 * T**2 * d_model // 2 * 2

# %% one_each | wrong | formula | core | mistake: adds-not-counted
# one product, and one operation for each of its steps
def attention_matmul_flops(T: int, d_model: int) -> int:
    return T**2 * d_model

# %% one_product | wrong | formula | core | mistake: adds-not-counted
# one of the two products
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 2 * T * T * d_model

# %% projections | wrong | formula | core | mistake: projections-counted
# projections counted
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model + 8 * T * d_model**2

# %% projections_only | wrong | formula | core | mistake: formula-size-factor
# the projections only
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 8 * T * d_model**2

# %% renamed | wrong | formula | robustness | mistake: argument-names
# names of its own
def attention_matmul_flops(n: int, d: int) -> int:
    return 4 * n * n * d

# %% scaling | wrong | formula | core | mistake: formula-term
# the scaling counted
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model + T**2

# %% softmax | wrong | formula | core | mistake: formula-term
# the softmax counted
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model + 3 * T**2

# %% square | wrong | formula | core | mistake: formula-size-factor
# T and d_model both squared
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model**2

# %% swapped | wrong | formula | core | mistake: width-squared
# the sizes change places
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * d_model**2 * T

# %% eight_heads | wrong | heads | core | mistake: formula-factor
# the count of one head of eight
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model / 8

# %% needs_heads | wrong | heads | core | mistake: argument-added
# a number of heads must be given
def attention_matmul_flops(T: int, d_model: int, num_heads: int) -> int:
    return num_heads * 4 * T**2 * (d_model // num_heads)

# %% causal | wrong | mask | core | mistake: masked-pairs-left-out
# halved by the mask
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 2 * T * (T + 1) * d_model

# %% float_power | wrong | formula | robustness | mistake: counted-in-float64 | public: long
# a power of a float
def attention_matmul_flops(T: int, d_model: int) -> int:
    one_product = 2 * T**2.0 * d_model
    return int(2 * one_product)
