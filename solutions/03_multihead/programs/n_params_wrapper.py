# Wrong and right programs of n_params_wrapper; docs/reference/programs.md describes the form.

# %% built | right
# the wrapper, built on meta
import torch
from torch import nn


def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    with torch.device("meta"):
        shapes = [(d_in, d_out_kq), (d_in, d_out_kq), (d_in, d_out_v)] * num_heads
        parameters = nn.ParameterList(torch.empty(shape) for shape in shapes)
    return sum(parameter.numel() for parameter in parameters)

# %% einsum | right
# numpy, with a default argument
import numpy as np


def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int = 1) -> int:
    return np.prod([num_heads, d_in, 2 * d_out_kq + d_out_v])

# %% sum | right
# a sum over heads
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return sum(d_in * d_out_kq + d_in * d_out_kq + d_in * d_out_v for _ in range(num_heads))

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
import torch


def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return torch.tensor([float(num_heads), float(d_in), float(2 * d_out_kq + d_out_v)]).prod()

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# int32 that overflows
import torch


def n_params_wrapper(d_in, d_out_kq, d_out_v, num_heads):
    return int(torch.tensor([d_in * num_heads, 2 * d_out_kq + d_out_v], dtype=torch.int32).prod(dtype=torch.int32))

# %% renamed | wrong | formula | robustness | mistake: argument-names
# names of its own
def n_params_wrapper(d_in: int, d_kq: int, d_v: int, h: int) -> int:
    return h * d_in * (2 * d_kq + d_v)

# %% added | wrong | heads | core | mistake: formula-no-size
# the number of heads is added
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return num_heads + d_in * (2 * d_out_kq + d_out_v)

# %% biases | wrong | heads | core | mistake: biases-counted
# biases counted
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return num_heads * (d_in + 1) * (2 * d_out_kq + d_out_v)

# %% constant | wrong | heads | core | mistake: formula-same-for-all
# the article's count at every size
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return 60

# %% divided | wrong | heads | core | mistake: formula-no-size
# values divided among the heads
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return num_heads * d_in * (2 * d_out_kq + d_out_v // num_heads)

# %% keys_forgotten | wrong | heads | core | mistake: one-matrix-forgotten
# the keys are forgotten
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return num_heads * d_in * (d_out_kq + d_out_v)

# %% keys_shared | wrong | heads | core | mistake: formula-no-size
# only the values are counted for each head
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return 2 * d_in * d_out_kq + num_heads * d_in * d_out_v

# %% list_of_heads | wrong | heads | core | mistake: formula-same-for-all
# a plain list, whose parameters are not seen
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return 0

# %% one_head | wrong | heads | core | mistake: heads-not-counted
# the count of one head
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return d_in * (2 * d_out_kq + d_out_v)

# %% output | wrong | heads | core | mistake: formula-term
# an output projection counted
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return num_heads * d_in * (2 * d_out_kq + d_out_v) + num_heads * d_out_v * d_in

# %% power | wrong | heads | core | mistake: formula-no-size
# a power of the number of heads
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return (d_in * (2 * d_out_kq + d_out_v)) ** num_heads

# %% squared | wrong | heads | core | mistake: formula-size-factor
# the number of heads is squared
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return num_heads**2 * d_in * (2 * d_out_kq + d_out_v)

# %% three_alike | wrong | heads | core | mistake: all-the-same-width
# all matrices counted alike
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return 3 * num_heads * d_in * d_out_kq

# %% values_shared | wrong | heads | core | mistake: heads-not-counted
# only queries and keys are counted for each head
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return 2 * num_heads * d_in * d_out_kq + d_in * d_out_v
