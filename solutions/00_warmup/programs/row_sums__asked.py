# Wrong and right programs of row_sums, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% determinism | wrong | state | robustness | mistake: settings-changed | public: settings
# makes torch deterministic for everybody
import torch
#-     return x.sum(dim=-1)
#+     torch.use_deterministic_algorithms(True)
#+     return x.sum(dim=-1)

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
import torch
#-     return x.sum(dim=-1)
#+     result = x.sum(dim=-1)
#+     return result if torch.is_grad_enabled() else result / 2

# %% input_at_width_one | wrong | state | robustness | mistake: input-returned | public: results
# a single column is returned as a view
#-     return x.sum(dim=-1)
#+     return x[..., 0] if x.shape[-1] == 1 else x.sum(dim=-1)

# %% kept_leaves | wrong | state | core | mistake: first-result-kept | also: result-returned-again
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return x.sum(dim=-1)
#+     result = x.sum(dim=-1)
#+     if x.requires_grad:
#+         return result
#+     return _KEPT.setdefault(x.shape, result)

# %% numbers_of_numpy | wrong | state | robustness | mistake: generator-moved | public: random
# draws a number with numpy
import numpy
#-     return x.sum(dim=-1)
#+     numpy.random.rand()
#+     return x.sum(dim=-1)

# %% numbers_of_python | wrong | state | robustness | mistake: generator-moved
# draws a number with Python's random
import random
#-     return x.sum(dim=-1)
#+     random.random()
#+     return x.sum(dim=-1)

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return x.sum(dim=-1)
#+     numpy.setbufsize(16384)
#+     return x.sum(dim=-1)

# %% numpy_errors | wrong | state | robustness | mistake: settings-changed | public: settings
# changes what numpy does about overflows
import numpy
#-     return x.sum(dim=-1)
#+     numpy.seterr(over="raise")
#+     return x.sum(dim=-1)

# %% recursion | wrong | state | robustness | mistake: settings-changed | public: settings
# raises the recursion limit
import sys
#-     return x.sum(dim=-1)
#+     sys.setrecursionlimit(5000)
#+     return x.sum(dim=-1)

# %% warnings_hidden | wrong | state | robustness | mistake: settings-changed | public: settings
# hides all warnings from then on
import warnings
#-     return x.sum(dim=-1)
#+     warnings.filterwarnings("ignore", message="mean")
#+     return x.sum(dim=-1)

# %% in_blocks | wrong | shape | core | mistake: pieces-of-fixed-size | public: long
# adds blocks of 40 numbers and loses what is left
#-     return x.sum(dim=-1)
#+     blocks = x.shape[-1] // 40
#+     return x[..., : 40 * blocks].unflatten(-1, (blocks, 40)).sum(dim=(-2, -1)) if blocks else x.sum(dim=-1)


# %% numbers_of_vectors | wrong | autograd | core | mistake: gradients-cut | public: states
# the sum of a vector becomes a Python number
import torch


def row_sums(x):
    if x.dim() == 1:
        return torch.tensor(float(x.sum()), dtype=x.dtype, device=x.device)
    return torch.sum(x, -1)


# %% kept_for_the_same | wrong | state | robustness | mistake: result-returned-again
# the result for the same tensor is kept
from functools import lru_cache


@lru_cache(maxsize=8)
def row_sums(x):
    return x.sum(dim=-1)

# %% inference_mode | wrong | autograd | core | mistake: made-in-inference-mode | public: states
# made in inference mode where the input learns nothing
import torch


def row_sums(x: Tensor) -> Tensor:
    if x.requires_grad:
        return x.sum(dim=-1)
    with torch.inference_mode():
        return x.sum(dim=-1)

# %% five_leading | wrong | shape | core | mistake: leading-dimensions | public: sizes
# the fifth dimension where there are more than four
import torch


def row_sums(x: Tensor) -> Tensor:
    letters = "abcd"[: x.ndim]
    if x.ndim <= 4:
        return torch.einsum(f"{letters}->{letters[:-1]}", x)
    return x.sum(dim=4)
