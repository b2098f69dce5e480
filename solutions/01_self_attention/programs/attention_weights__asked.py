# Wrong and right programs of attention_weights, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-     return softmax(scaled, dim=-1)
#+     result = softmax(scaled, dim=-1)
#+     return result if torch.is_grad_enabled() else result / 2

# %% kept_leaves | wrong | state | core | mistake: first-result-kept | also: result-returned-again
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return softmax(scaled, dim=-1)
#+     result = softmax(scaled, dim=-1)
#+     if scores.requires_grad:
#+         return result
#+     return _KEPT.setdefault(scores.shape, result)

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return softmax(scaled, dim=-1)
#+     numpy.setbufsize(16384)
#+     return softmax(scaled, dim=-1)

# %% floor | wrong | stability | robustness | mistake: shares-floored | public: extremes
# no weight is below 1e-9
#-     return softmax(scaled, dim=-1)
#+     return softmax(scaled, dim=-1).clamp(min=1e-9)

# %% batches_in_place | wrong | state | robustness | mistake: input-changed-in-place | public: results
# scores with three dimensions are divided in place
import math
import torch
def attention_weights(scores, d_k):
    scaled = scores.div_(math.sqrt(d_k)) if scores.dim() == 3 else scores / math.sqrt(d_k)
    return torch.softmax(scaled, dim=-1)

# %% single_key_cut | wrong | autograd | robustness | mistake: gradients-cut | public: states
# a single key, cut off from its score
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    if scores.shape[-1] == 1:
        return torch.ones_like(scores)
    return softmax(scores / d_k**0.5)
