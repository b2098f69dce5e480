# Wrong and right programs of softmax, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% determinism | wrong | state | robustness | mistake: settings-changed | public: settings
# makes torch deterministic for everybody
import torch
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     torch.use_deterministic_algorithms(True)
#+     return exponentials / exponentials.sum(dim=dim, keepdim=True)

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     result = exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     return result if torch.is_grad_enabled() else result / 2

# %% kept_leaves | wrong | state | core | mistake: first-result-kept
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     result = exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     if z.requires_grad:
#+         return result
#+     return _KEPT.setdefault(z.shape, result)

# %% no_maximum_without_gradients | wrong | stability | robustness | mistake: no-maximum | public: extremes
# no maximum is taken away under no_grad
#-     largest = z.amax(dim=dim, keepdim=True)
#+     largest = z.amax(dim=dim, keepdim=True) if torch.is_grad_enabled() else 0.0

# %% numbers_of_numpy | wrong | state | robustness | mistake: generator-moved | public: random
# draws a number with numpy
import numpy
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     numpy.random.rand()
#+     return exponentials / exponentials.sum(dim=dim, keepdim=True)

# %% numbers_of_python | wrong | state | robustness | mistake: generator-moved
# draws a number with Python's random
import random
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     random.random()
#+     return exponentials / exponentials.sum(dim=dim, keepdim=True)

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     numpy.setbufsize(16384)
#+     return exponentials / exponentials.sum(dim=dim, keepdim=True)

# %% numpy_errors | wrong | state | robustness | mistake: settings-changed | public: settings
# changes what numpy does about overflows
import numpy
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     numpy.seterr(over="raise")
#+     return exponentials / exponentials.sum(dim=dim, keepdim=True)

# %% recursion | wrong | state | robustness | mistake: settings-changed | public: settings
# raises the recursion limit
import sys
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     sys.setrecursionlimit(5000)
#+     return exponentials / exponentials.sum(dim=dim, keepdim=True)

# %% warnings_hidden | wrong | state | robustness | mistake: settings-changed | public: settings
# hides all warnings from then on
import warnings
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     warnings.filterwarnings("ignore", message="mean")
#+     return exponentials / exponentials.sum(dim=dim, keepdim=True)

# %% large_in_place | wrong | state | core | mistake: input-changed-in-place | public: results
# a large input is not copied
#-     exponentials = torch.exp(z - largest)  # the largest exponent of each slice is 0
#+     large = z.numel() > 1000 and not z.requires_grad
#+     exponentials = z.sub_(largest).exp_() if large else torch.exp(z - largest)

# %% through_logarithms | wrong | autograd | robustness | mistake: log-of-zero | public: extremes
# the shares are exponentials of logarithms of shares
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     shares = exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     return shares.log().exp()


# %% exponents_above | wrong | stability | robustness | mistake: scores-clamped | public: extremes
# exponents are held above -200
import torch


def softmax(z, dim=-1):
    shifted = z - z.amax(dim=dim, keepdim=True)
    e = torch.exp(shifted.clamp(min=-200.0))  # never too far down
    return e / e.sum(dim=dim, keepdim=True)

# %% millionth_in_the_sum | wrong | stability | robustness | mistake: constant-in-denominator | public: extremes
# a millionth is added to the sum
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     return exponentials / (exponentials.sum(dim=dim, keepdim=True) + 1e-6)

# %% equal_entries | wrong | autograd | robustness | mistake: gradients-cut | public: states
# equal entries, cut off from the result
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    largest = z.amax(dim=dim, keepdim=True)
    if bool((z == largest).all()):  # equal shares
        return torch.full_like(z, 1 / z.shape[dim])
    exponentials = torch.exp(z - largest)
    return exponentials / exponentials.sum(dim=dim, keepdim=True)
