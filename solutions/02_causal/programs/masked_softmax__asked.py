# Wrong and right programs of masked_softmax, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% determinism | wrong | state | robustness | mistake: settings-changed | public: settings
# makes torch deterministic for everybody
import torch
#-     return torch.softmax(scaled, dim=-1)
#+     torch.use_deterministic_algorithms(True)
#+     return torch.softmax(scaled, dim=-1)

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-     return torch.softmax(scaled, dim=-1)
#+     result = torch.softmax(scaled, dim=-1)
#+     return result if torch.is_grad_enabled() else result / 2

# %% kept_leaves | wrong | state | core | mistake: first-result-kept
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return torch.softmax(scaled, dim=-1)
#+     result = torch.softmax(scaled, dim=-1)
#+     if scores.requires_grad:
#+         return result
#+     return _KEPT.setdefault(scores.shape, result)

# %% numbers_of_numpy | wrong | state | robustness | mistake: generator-moved | public: random
# draws a number with numpy
import numpy
#-     return torch.softmax(scaled, dim=-1)
#+     numpy.random.rand()
#+     return torch.softmax(scaled, dim=-1)

# %% numbers_of_python | wrong | state | robustness | mistake: generator-moved
# draws a number with Python's random
import random
#-     return torch.softmax(scaled, dim=-1)
#+     random.random()
#+     return torch.softmax(scaled, dim=-1)

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return torch.softmax(scaled, dim=-1)
#+     numpy.setbufsize(16384)
#+     return torch.softmax(scaled, dim=-1)

# %% numpy_errors | wrong | state | robustness | mistake: settings-changed | public: settings
# changes what numpy does about overflows
import numpy
#-     return torch.softmax(scaled, dim=-1)
#+     numpy.seterr(over="raise")
#+     return torch.softmax(scaled, dim=-1)

# %% recursion | wrong | state | robustness | mistake: settings-changed | public: settings
# raises the recursion limit
import sys
#-     return torch.softmax(scaled, dim=-1)
#+     sys.setrecursionlimit(5000)
#+     return torch.softmax(scaled, dim=-1)

# %% uncausal_without_gradients | wrong | state | core | mistake: other-without-gradients
# the mask is left out under no_grad
#-     masked = scores.masked_fill(later, -torch.inf)
#+     masked = scores.masked_fill(later, -torch.inf) if torch.is_grad_enabled() else scores

# %% warnings_hidden | wrong | state | robustness | mistake: settings-changed | public: settings
# hides all warnings from then on
import warnings
#-     return torch.softmax(scaled, dim=-1)
#+     warnings.filterwarnings("ignore", message="mean")
#+     return torch.softmax(scaled, dim=-1)


# %% lowest_without_gradient | wrong | mask | robustness | mistake: mask-too-weak | public: extremes
# hidden scores are 500 below the smallest
import math
import torch


def masked_softmax(scores, d_k):
    hidden = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    low = scores.detach().amin(dim=(-2, -1), keepdim=True) - 500.0
    return torch.softmax(torch.where(hidden, low, scores) / math.sqrt(d_k), dim=-1)

# %% batches_in_place | wrong | state | robustness | mistake: input-changed-in-place | public: results
# scores with three dimensions are masked in place
#-     masked = scores.masked_fill(later, -torch.inf)  # (..., T, T)
#+     masked = scores.masked_fill_(later, -torch.inf) if scores.dim() == 3 else scores.masked_fill(later, -torch.inf)

# %% single_token_cut | wrong | autograd | robustness | mistake: gradients-cut | public: states
# a single token, cut off from its score
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    if T == 1:
        return torch.ones_like(scores)
    later = torch.triu(torch.ones(T, T, dtype=torch.bool, device=scores.device), diagonal=1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(d_k), dim=-1)

# %% threshold | wrong | values | robustness | mistake: small-weights-dropped | public: digits
# weights below 1e-5 become 0
import math


import torch.nn.functional as F


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    later = torch.ones(T, T, dtype=torch.bool, device=scores.device).triu(1)
    weights = torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(d_k), dim=-1)
    return F.threshold(weights, 1e-5, 0.0)
