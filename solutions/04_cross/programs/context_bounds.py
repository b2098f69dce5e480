# Wrong and right programs of context_bounds; docs/reference/programs.md describes the form.

# %% aminmax | right
# torch.aminmax
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return torch.aminmax(values, dim=0)

# %% list | right
# a list
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return [torch.min(values, 0).values, torch.max(values, 0).values]

# %% loop | right
# column by column
#-     return values.amin(dim=0), values.amax(dim=0)
#+     columns = [values[:, i].tolist() for i in range(values.shape[1])]
#+     lower, upper = [min(column) for column in columns], [max(column) for column in columns]
#+     return values.new_tensor(lower), values.new_tensor(upper)

# %% min_values | right
# min with indices, the values of it
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.min(dim=0).values, values.max(dim=0)[0]

# %% negated | right
# the smallest is the largest of the negatives
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return -(-values).amax(dim=0), values.amax(dim=0)

# %% reduce | right
# pair by pair
from functools import reduce
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     rows = list(values.unbind(0))
#+     return reduce(torch.minimum, rows), reduce(torch.maximum, rows)

# %% running | right
# token after token, from the first one on
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     lower, upper = values[0], values[0]
#+     for row in values[1:]:
#+         lower, upper = torch.minimum(lower, row), torch.maximum(upper, row)
#+     return lower, upper

# %% sorted | right
# sorted
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     ordered, _ = torch.sort(values, dim=-2)
#+     return ordered[0], ordered[-1]

# %% rows | wrong | axis | core | mistake: bounds-per-token
# the bounds of each row
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amin(1), values.amax(1)

# %% whole | wrong | axis | core | mistake: bounds-of-everything
# the bounds of the whole matrix in every column
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.min().expand(values.shape[1]), values.max().expand(values.shape[1])

# %% cpu | wrong | device | robustness | mistake: moved-to-cpu
# brings the bounds to the CPU
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amin(dim=0).cpu(), values.amax(dim=0).cpu()

# %% new_tensors | wrong | device | robustness | mistake: moved-to-cpu
# tensors of the default dtype on the CPU
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     columns = [values[:, i].tolist() for i in range(values.shape[1])]
#+     return torch.tensor([min(column) for column in columns]), torch.tensor([max(column) for column in columns])

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amin(dim=0).float(), values.amax(dim=0).float()

# %% renamed | wrong | formula | robustness | mistake: argument-names
# another name
def context_bounds(v: Tensor) -> tuple[Tensor, Tensor]:
    return v.amin(0), v.amax(0)

# %% sums | wrong | normalisation | core | mistake: bounds-from-sums
# sums of the negative and the positive ones
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.clamp(max=0).sum(0), values.clamp(min=0).sum(0)

# %% zero_one | wrong | normalisation | core | mistake: formula-no-size
# 0 and 1, the bounds of the weights
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return torch.zeros(values.shape[1]), torch.ones(values.shape[1])

# %% dict | wrong | shape | core | mistake: other-container
# a dictionary
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return {"lower": values.amin(0), "upper": values.amax(0)}

# %% keepdim | wrong | shape | core | mistake: bounds-kept
# an axis too many
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amin(0, keepdim=True), values.amax(0, keepdim=True)

# %% lists | wrong | shape | core | mistake: list-for-tensor
# lists of numbers
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amin(0).tolist(), values.amax(0).tolist()

# %% one_token_alone | wrong | shape | robustness | mistake: size-one-squeezed
# a single token has bounds without a dimension
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    if len(values) == 1:
        return values.min(), values.max()
    return values.amin(dim=0), values.amax(dim=0)

# %% only_upper | wrong | shape | core | mistake: bound-missing
# the upper bound only
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amax(0)

# %% scalars | wrong | shape | core | mistake: bounds-of-everything
# two numbers for the whole matrix
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return (values.min(), values.max())

# %% squeezed | wrong | shape | robustness | mistake: size-one-squeezed
# dimensions of size one are lost
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amin(0).squeeze(), values.amax(0).squeeze()

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous
# needs contiguous values
#-     return values.amin(dim=0), values.amax(dim=0)
#+     flat = values.view(-1).view(values.shape)
#+     return flat.amin(0), flat.amax(0)

# %% with_indices | wrong | shape | core | mistake: more-returned
# values together with their indices
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.min(0), values.max(0)

# %% with_the_mean | wrong | shape | core | mistake: more-returned
# the mean between the two bounds
def context_bounds(values):
    return values.amin(dim=0), values.mean(dim=0), values.amax(dim=0)

# %% start_at_1000 | wrong | stability | robustness | mistake: bounds-start-fixed | public: extremes
# starts at ±1000
import torch
#-     return values.amin(dim=0), values.amax(dim=0)
#+     lower, upper = torch.full_like(values[0], 1e3), torch.full_like(values[0], -1e3)
#+     for row in values:
#+         lower, upper = torch.minimum(lower, row), torch.maximum(upper, row)
#+     return lower, upper

# %% start_at_1e9 | wrong | stability | robustness | mistake: bounds-start-fixed | public: extremes
# starts at ±1e9
#-     return values.amin(dim=0), values.amax(dim=0)
#+     lower, upper = values[0] * 0 + 1e9, values[0] * 0 - 1e9
#+     for row in values:
#+         lower, upper = lower.minimum(row), upper.maximum(row)
#+     return lower, upper

# %% sorts_in_place | wrong | state | robustness | mistake: input-changed-in-place
# sorts the input
#-     return values.amin(dim=0), values.amax(dim=0)
#+     values.copy_(values.sort(dim=0).values)
#+     return values[0], values[-1]

# %% absolute | wrong | values | core | mistake: bounds-from-sizes
# absolute values
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return -values.abs().amax(0), values.abs().amax(0)

# %% deviation | wrong | values | core | mistake: bounds-from-spread
# mean and deviation
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.mean(0) - values.std(0), values.mean(0) + values.std(0)

# %% first_150 | wrong | values | robustness | mistake: length-cut-off | public: long
# the first 150 tokens
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values[:150].amin(dim=0), values[:150].amax(dim=0)

# %% first_last | wrong | values | core | mistake: bounds-first-and-last
# first and last token
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values[0], values[-1]

# %% indices | wrong | values | core | mistake: formula-no-size
# indices instead of values
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.argmin(0), values.argmax(0)

# %% loose | wrong | values | core | mistake: formula-no-size
# a margin around the bounds
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amin(0) - 0.01, values.amax(0) + 0.01

# %% mean_both | wrong | values | core | mistake: formula-no-size
# the mean twice
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.mean(0), values.mean(0)

# %% quantiles | wrong | values | core | mistake: formula-no-size
# bounds of the middle nine tenths only
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.quantile(0.05, dim=0), values.quantile(0.95, dim=0)

# %% rounded | wrong | values | core | mistake: formula-no-size
# rounded outwards
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amin(0).floor(), values.amax(0).ceil()

# %% smallest_norm | wrong | values | core | mistake: formula-no-size
# the tokens of smallest and largest norm
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values[values.norm(dim=1).argmin()], values[values.norm(dim=1).argmax()]

# %% swapped | wrong | values | core | mistake: bounds-in-wrong-order
# upper before lower
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amax(0), values.amin(0)

# %% zero_included | wrong | values | core | mistake: bounds-with-zero
# 0 included
#-     return values.amin(dim=0), values.amax(dim=0)
#+     return values.amin(0).clamp(max=0), values.amax(0).clamp(min=0)

# %% kept_for_the_same | wrong | state | robustness | mistake: result-returned-again | public: results
# the bounds of the same tensor are kept
from functools import lru_cache


@lru_cache(maxsize=None)
def context_bounds(values):
    return values.amin(dim=0), values.amax(dim=0)
