# Wrong and right programs of row_sums; docs/reference/programs.md describes the form.

# %% asserted | right
# with an assertion and a docstring
#-     return x.sum(dim=-1)
#+     assert x.dim() >= 1
#+     result = x.sum(-1)
#+     return result

# %% axis_word | right
# numpy's word for the dimension
#-     return x.sum(dim=-1)
#+     return x.sum(axis=-1)

# %% count_from_front | right
# the last dimension by its number
#-     return x.sum(dim=-1)
#+     return x.sum(dim=x.dim() - 1)

# %% cumulative_last | right
# the last running sum
#-     return x.sum(dim=-1)
#+     return x.cumsum(dim=-1)[..., -1]

# %% einsum | right
# einsum
import torch
#-     return x.sum(dim=-1)
#+     return torch.einsum("...n->...", x)

# %% extra_parameter | right
# a further parameter with a default
def row_sums(x: Tensor, dim: int = -1) -> Tensor:
    return x.sum(dim)

# %% function | right
# the function of torch
import torch
#-     return x.sum(dim=-1)
#+     return torch.sum(x, -1)

# %% keepdim_squeeze | right
# keeps the dimension and squeezes it
#-     return x.sum(dim=-1)
#+     return x.sum(dim=-1, keepdim=True).squeeze(-1)

# %% loop | right
# column by column
#-     return x.sum(dim=-1)
#+     total = x[..., 0].clone()
#+     for column in range(1, x.shape[-1]):
#+         total = total + x[..., column]
#+     return total

# %% mean_times_count | right
# mean times count
#-     return x.sum(dim=-1)
#+     return x.mean(dim=-1) * x.shape[-1]

# %% numpy_filled | right
# new memory of numpy's tells the shape, and is filled
import numpy as np
import torch


def row_sums(x):
    shape = np.empty(x.shape[:-1], dtype=np.float32)
    total = torch.empty(shape.shape, dtype=x.dtype, device=x.device).zero_()
    for column in x.unbind(-1):
        total = total + column
    return total

# %% ones | right
# a product with a vector of ones
import torch
#-     return x.sum(dim=-1)
#+     return x @ torch.ones(x.shape[-1], dtype=x.dtype, device=x.device)

# %% rows | right
# row by row
import torch
#-     return x.sum(dim=-1)
#+     if x.dim() == 1:
#+         return x.sum()
#+     return torch.stack([row_sums(row) for row in x])

# %% unbind | right
# Python's sum over the columns
#-     return x.sum(dim=-1)
#+     return sum(x.unbind(-1))

# %% detached | wrong | autograd | core | mistake: gradients-cut
# detaches the input
#-     return x.sum(dim=-1)
#+     return x.detach().sum(dim=-1)

# %% items | wrong | autograd | core | mistake: through-python-numbers
# builds the result from Python numbers
#-     return x.sum(dim=-1)
#+     import torch
#+     return torch.tensor(
#+         [float(row.sum()) for row in x.reshape(-1, x.shape[-1])], dtype=x.dtype, device=x.device
#+     ).reshape(x.shape[:-1])

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# sums under no_grad
#-     return x.sum(dim=-1)
#+     with __import__("torch").no_grad():
#+         return x.sum(dim=-1)

# %% numpy | wrong | autograd | core | mistake: through-numpy
# a detour over numpy
#-     return x.sum(dim=-1)
#+     import torch
#+     return torch.from_numpy(x.detach().numpy().sum(axis=-1))

# %% columns | wrong | axis | core | mistake: sum-over-wrong-axis
# sums the columns
#-     return x.sum(dim=-1)
#+     return x.sum(dim=0)

# %% everything | wrong | axis | core | mistake: sum-over-wrong-axis
# sums everything
#-     return x.sum(dim=-1)
#+     return x.sum()

# %% second_dimension | wrong | axis | core | mistake: sum-over-wrong-axis
# counts the dimension from the front
#-     return x.sum(dim=-1)
#+     return x.sum(dim=1)

# %% second_to_last | wrong | axis | core | mistake: sum-over-wrong-axis
# the last dimension but one
#-     return x.sum(dim=-1)
#+     return x.sum(dim=-2) if x.dim() > 1 else x.sum()

# %% cpu_zeros | wrong | device | robustness | mistake: moved-to-cpu
# starts from zeros on the CPU in float32
#-     return x.sum(dim=-1)
#+     import torch
#+     return torch.zeros(x.shape[:-1]) + x.sum(dim=-1).cpu()

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-     return x.sum(dim=-1)
#+     return x.float().sum(dim=-1)

# %% float64 | wrong | dtype | robustness | mistake: result-float64
# always float64
#-     return x.sum(dim=-1)
#+     return x.double().sum(dim=-1)

# %% integers | wrong | dtype | core | mistake: whole-numbers
# rounds to whole numbers
#-     return x.sum(dim=-1)
#+     return x.sum(dim=-1).long()

# %% absolute | wrong | formula | core | mistake: other-than-sum
# sums absolute values
#-     return x.sum(dim=-1)
#+     return x.abs().sum(dim=-1)

# %% maximum | wrong | formula | core | mistake: other-than-sum
# the maximum in place of the sum
#-     return x.sum(dim=-1)
#+     return x.amax(dim=-1)

# %% mean | wrong | formula | core | mistake: other-than-sum
# the mean in place of the sum
#-     return x.sum(dim=-1)
#+     return x.mean(dim=-1)

# %% squares | wrong | formula | core | mistake: other-than-sum
# sums squares
#-     return x.sum(dim=-1)
#+     return (x * x).sum(dim=-1)

# %% as_list | wrong | shape | core | mistake: list-for-tensor
# returns a list
#-     return x.sum(dim=-1)
#+     return x.sum(dim=-1).tolist()

# %% as_string | wrong | shape | core | mistake: sum-over-wrong-axis
# sums everything but the first dimension
#-     return x.sum(dim=-1)
#+     return x.reshape(x.shape[0], -1).sum(dim=1)

# %% cumulative | wrong | shape | core | mistake: other-than-sum
# running sums
#-     return x.sum(dim=-1)
#+     return x.cumsum(dim=-1)

# %% first_hundred | wrong | shape | core | mistake: length-cut-off
# adds up a hundred numbers at most
#-     return x.sum(dim=-1)
#+     return x[..., :100].sum(dim=-1)

# %% first_ten | wrong | shape | core | mistake: length-cut-off
# adds the first ten numbers only
def row_sums(x):
    return x[..., :10].sum(-1)

# %% keepdim | wrong | shape | core | mistake: extra-dimension
# keeps the summed dimension
#-     return x.sum(dim=-1)
#+     return x.sum(dim=-1, keepdim=True)

# %% nothing | wrong | shape | core | mistake: returns-none
# returns nothing
#-     return x.sum(dim=-1)
#+     x.sum(dim=-1)

# %% one_dimension | wrong | shape | core | mistake: dimensions-flattened
# flattens the leading dimensions
#-     return x.sum(dim=-1)
#+     return x.reshape(-1, x.shape[-1]).sum(dim=-1)

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def row_sums(matrix):
    return matrix.sum(-1)

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed
# drops dimensions of size one
#-     return x.sum(dim=-1)
#+     return x.sum(dim=-1).squeeze()

# %% cached | wrong | state | core | mistake: first-result-kept
# keeps the first result
KEPT = {}
#-     return x.sum(dim=-1)
#+     if "sums" not in KEPT:
#+         KEPT["sums"] = x.sum(dim=-1)
#+     return KEPT["sums"]

# %% draws | wrong | state | robustness | mistake: generator-moved
# adds noise of size zero
#-     return x.sum(dim=-1)
#+     import torch
#+     return x.sum(dim=-1) + 0 * torch.rand(())

# %% in_place | wrong | state | core | mistake: input-changed-in-place
# adds up inside the input
#-     return x.sum(dim=-1)
#+     for column in range(1, x.shape[-1]):
#+         x.data[..., 0] += x.data[..., column]
#+     return x[..., 0]

# %% same_place | wrong | state | core | mistake: result-memory-shared
# every result of a shape is written to the same place
import torch

KEPT = {}


def row_sums(x: Tensor) -> Tensor:
    result = x.sum(dim=-1)
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]

# %% scribbles | wrong | state | robustness | mistake: input-changed-in-place
# sets the first column to 0 afterwards
#-     return x.sum(dim=-1)
#+     total = x.sum(dim=-1)
#+     x.data[..., 0] = 0
#+     return total

# %% view | wrong | state | robustness | mistake: view-of-noncontiguous | public: results
# views the input, which must be contiguous
#-     return x.sum(dim=-1)
#+     return x.view(-1, x.shape[-1]).sum(dim=-1).view(x.shape[:-1])

# %% numpy_unfilled | wrong | unfilled | core | mistake: memory-unfilled
# adds to new memory of numpy's
import numpy as np
import torch


def row_sums(x):
    total = torch.from_numpy(np.empty(x.shape[:-1])).to(x)
    for column in x.unbind(-1):
        total = total + column
    return total

# %% first_missing | wrong | values | core | mistake: other-than-sum
# leaves out the first column
#-     return x.sum(dim=-1)
#+     return x[..., 1:].sum(dim=-1)

# %% first_row | wrong | values | core | mistake: first-row-only
# the first row only
#-     return x.sum(dim=-1)
#+     return x[0].sum()

# %% last_missing | wrong | values | core | mistake: other-than-sum
# leaves out the last column
#-     return x.sum(dim=-1)
#+     return x[..., :-1].sum(dim=-1)

# %% sorted | wrong | values | core | mistake: sums-sorted
# sorts the sums
#-     return x.sum(dim=-1)
#+     return x.sum(dim=-1).sort(dim=-1).values if x.dim() > 1 else x.sum()
