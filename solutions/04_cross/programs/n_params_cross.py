# Wrong and right programs of n_params_cross; docs/reference/programs.md describes the form.

# %% as_self_attention | right
# a helper with the count of self-attention, and a further argument
def self_attention_count(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return d_in * (2 * d_out_kq + d_out_v)


def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int, bias: bool = False) -> int:
    return self_attention_count(d_in, d_out_kq, d_out_v) + (2 * d_out_kq + d_out_v if bias else 0)

# %% float | right
# a float that is whole
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return float(d_in) * (2.0 * d_out_kq + d_out_v)

# %% prod | right
# math.prod over the shapes
import math
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     shapes = [(d_in, d_out_kq), (d_in, d_out_kq), (d_in, d_out_v)]
#+     return sum(math.prod(shape) for shape in shapes)

# %% terms | right
# one term for each matrix
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * d_out_kq + d_in * d_out_kq + d_in * d_out_v

# %% doubled | wrong | cross | core | mistake: formula-factor
# twice as many for two sequences
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 2 * d_in * (2 * d_out_kq + d_out_v)

# %% two_sequences | wrong | cross | core | mistake: formula-no-size
# a key and value matrix for each of the two sequences
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * (3 * d_out_kq + 2 * d_out_v)

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
import torch
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return torch.tensor(float(d_in)) * torch.tensor(float(2 * d_out_kq + d_out_v))

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# int32 that overflows
import torch


def n_params_cross(d_in, d_out_kq, d_out_v):
    return int(torch.tensor([d_in, 2 * d_out_kq + d_out_v], dtype=torch.int32).prod(dtype=torch.int32))

# %% numpy_int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# numpy numbers of 32 bits
import numpy as np


def n_params_cross(d_in, d_out_kq, d_out_v):
    sizes = np.array([d_in, 2 * d_out_kq + d_out_v], dtype=np.int32)
    return int(sizes[0] * sizes[1])

# %% text | wrong | dtype | core | mistake: text-for-numbers
# the count as a text
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return str(d_in * (2 * d_out_kq + d_out_v))

# %% biases | wrong | formula | core | mistake: biases-counted
# biases counted
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return (d_in + 1) * (2 * d_out_kq + d_out_v)

# %% constant | wrong | formula | core | mistake: formula-same-for-all
# the printed count at every size
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 24

# %% keys_forgotten | wrong | formula | core | mistake: one-matrix-forgotten
# one matrix forgotten
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * (d_out_kq + d_out_v)

# %% output_projection | wrong | formula | core | mistake: formula-term
# an output projection counted
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * (2 * d_out_kq + d_out_v) + d_out_v * d_in

# %% printed | wrong | formula | core | mistake: returns-none
# printed, not returned
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     print(d_in * (2 * d_out_kq + d_out_v))

# %% renamed | wrong | formula | robustness | mistake: argument-names
# arguments with names of their own
def n_params_cross(d: int, k: int, v: int) -> int:
    return d * (2 * k + v)

# %% scores_counted | wrong | formula | core | mistake: formula-term
# a matrix of scores counted as learned
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * (2 * d_out_kq + d_out_v) + d_in * d_in

# %% square | wrong | formula | core | mistake: formula-no-size
# matrices taken for square
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 2 * d_out_kq**2 + d_out_v**2

# %% sum_of_sizes | wrong | formula | core | mistake: formula-no-size
# sizes added instead of multiplied
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 2 * (d_in + d_out_kq) + d_in + d_out_v

# %% three_alike | wrong | formula | core | mistake: all-the-same-width
# all three matrices as wide as the queries
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 3 * d_in * d_out_kq

# %% total_width_three_times | wrong | formula | core | mistake: formula-no-size
# three matrices of the total width
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 3 * d_in * (d_out_kq + d_out_v)

# %% values_from_keys | wrong | formula | core | mistake: formula-no-size
# the value matrix stands behind the keys
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 2 * d_in * d_out_kq + d_out_kq * d_out_v

# %% values_twice | wrong | formula | core | mistake: keys-and-values-mixed-up
# the value matrix counted twice instead of the key matrix
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * (d_out_kq + 2 * d_out_v)

# %% shapes_returned | wrong | shape | core | mistake: shapes-for-count
# the shapes instead of the count
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return [(d_in, d_out_kq), (d_in, d_out_kq), (d_in, d_out_v)]
