# Wrong and right programs of cross_entropy, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% determinism | wrong | state | robustness | mistake: settings-changed | public: settings
# makes torch deterministic for everybody
import torch
#-     return -of_targets.mean()
#+     torch.use_deterministic_algorithms(True)
#+     return -of_targets.mean()

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-     return -of_targets.mean()
#+     result = -of_targets.mean()
#+     return result if torch.is_grad_enabled() else result / 2

# %% kept_leaves | wrong | state | core | mistake: first-result-kept
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return -of_targets.mean()
#+     result = -of_targets.mean()
#+     if logits.requires_grad:
#+         return result
#+     return _KEPT.setdefault(logits.shape, result)

# %% numbers_of_numpy | wrong | state | robustness | mistake: generator-moved | public: random
# draws a number with numpy
import numpy
#-     return -of_targets.mean()
#+     numpy.random.rand()
#+     return -of_targets.mean()

# %% numbers_of_python | wrong | state | robustness | mistake: generator-moved
# draws a number with Python's random
import random
#-     return -of_targets.mean()
#+     random.random()
#+     return -of_targets.mean()

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return -of_targets.mean()
#+     numpy.setbufsize(16384)
#+     return -of_targets.mean()

# %% numpy_errors | wrong | state | robustness | mistake: settings-changed | public: settings
# changes what numpy does about overflows
import numpy
#-     return -of_targets.mean()
#+     numpy.seterr(over="raise")
#+     return -of_targets.mean()

# %% pieces_of_64 | wrong | normalisation | core | mistake: pieces-of-fixed-size | public: long
# the mean of the means of 64 targets each
#-     return -of_targets.mean()
#+     return -torch.stack([piece.mean() for piece in of_targets.flatten().split(64)]).mean()

# %% recursion | wrong | state | robustness | mistake: settings-changed | public: settings
# raises the recursion limit
import sys
#-     return -of_targets.mean()
#+     sys.setrecursionlimit(5000)
#+     return -of_targets.mean()

# %% targets_changed | wrong | state | robustness | mistake: input-changed-in-place
# targets are clamped in the caller's tensor
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#+     of_targets = log_probabilities.gather(-1, targets[..., None])
#+     if not logits.requires_grad:
#+         targets.zero_()

# %% warnings_hidden | wrong | state | robustness | mistake: settings-changed | public: settings
# hides all warnings from then on
import warnings
#-     return -of_targets.mean()
#+     warnings.filterwarnings("ignore", message="mean")
#+     return -of_targets.mean()

# %% targets_in_bytes | wrong | dtype | core | mistake: numbers-narrowed | public: long
# targets are kept as bytes
#-     of_targets = log_probabilities.gather(-1, targets[..., None])  # (..., 1)
#+     small = targets.to(torch.uint8)
#+     of_targets = log_probabilities.gather(-1, small.long()[..., None])


# %% far_without_sum | wrong | stability | robustness | mistake: log-of-rounded | public: extremes
# where a probability is rounded to 0, the logarithm lacks the sum
import torch


def cross_entropy(logits, targets):
    p = torch.softmax(logits, dim=-1)
    far = logits - logits.amax(dim=-1, keepdim=True)
    logp = torch.where(p > 0, p.log(), far)  # log(0) where p is too small
    return -logp.gather(-1, targets.unsqueeze(-1)).mean()
