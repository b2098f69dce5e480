# Wrong and right programs of n_params_self_attention; CONTRIBUTING.md describes the form.

# %% built | right
# built on meta and counted
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     with torch.device("meta"):
#+         matrices = [torch.rand(d_in, d_out_kq), torch.rand(d_in, d_out_kq), torch.rand(d_in, d_out_v)]
#+     return sum(matrix.numel() for matrix in matrices)

# %% float | right
# a float that is whole
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return float(d_in) * (2.0 * d_out_kq + d_out_v)

# %% fraction | right
# a Fraction and a number without any hurry
from fractions import Fraction
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return Fraction(d_in) * (d_out_kq * 2 + d_out_v)

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

# %% float32 | wrong | dtype | robustness | mistake: no-scale
# counted in float32
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return torch.tensor(float(d_in)) * torch.tensor(float(2 * d_out_kq + d_out_v))

# %% int32 | wrong | dtype | robustness | mistake: no-scale
# counted in int32
import torch
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     d_in = torch.tensor(d_in, dtype=torch.int32)
#+     return int(d_in * (2 * d_out_kq + d_out_v))

# %% text | wrong | dtype | core | mistake: no-scale
# the count as a text
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return str(d_in * (2 * d_out_kq + d_out_v))

# %% biases | wrong | formula | core | mistake: no-scale
# biases counted
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return (d_in + 1) * (2 * d_out_kq + d_out_v)

# %% constant | wrong | formula | core | mistake: no-scale
# the printed count at every size
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 24

# %% keys_forgotten | wrong | formula | core | mistake: no-scale
# one matrix forgotten
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * (d_out_kq + d_out_v)

# %% output_projection | wrong | formula | core | mistake: no-scale
# an output projection counted
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * (2 * d_out_kq + d_out_v) + d_out_v * d_in

# %% printed | wrong | formula | core | mistake: no-scale
# printed, not returned
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     print(d_in * (2 * d_out_kq + d_out_v))

# %% renamed | wrong | formula | robustness | mistake: no-scale
# arguments with names of their own
def n_params_self_attention(d: int, k: int, v: int) -> int:
    return d * (2 * k + v)

# %% scores_counted | wrong | formula | core | mistake: no-scale
# a matrix of scores counted as learned
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * (2 * d_out_kq + d_out_v) + d_in * d_in

# %% square | wrong | formula | core | mistake: no-scale
# matrices taken for square
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 2 * d_out_kq**2 + d_out_v**2

# %% sum_of_sizes | wrong | formula | core | mistake: no-scale
# sizes added instead of multiplied
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 2 * (d_in + d_out_kq) + d_in + d_out_v

# %% three_alike | wrong | formula | core | mistake: no-scale
# all three matrices as wide as the queries
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 3 * d_in * d_out_kq

# %% total_width_three_times | wrong | formula | core | mistake: no-scale
# three matrices of the total width
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 3 * d_in * (d_out_kq + d_out_v)

# %% values_from_keys | wrong | formula | core | mistake: no-scale
# a value matrix that starts from the keys, not from the tokens
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return 2 * d_in * d_out_kq + d_out_kq * d_out_v

# %% values_twice | wrong | formula | core | mistake: no-scale
# the value matrix counted twice instead of the key matrix
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return d_in * (d_out_kq + 2 * d_out_v)

# %% shapes_returned | wrong | shape | core | mistake: no-scale
# the shapes instead of the count
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return [(d_in, d_out_kq), (d_in, d_out_kq), (d_in, d_out_v)]
