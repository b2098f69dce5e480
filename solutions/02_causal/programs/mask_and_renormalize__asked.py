# Wrong and right programs of mask_and_renormalize, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-     return visible / visible.sum(dim=-1, keepdim=True)
#+     result = visible / visible.sum(dim=-1, keepdim=True)
#+     return result if torch.is_grad_enabled() else result / 2

# %% input_of_one_token | wrong | state | robustness | mistake: input-returned | public: results
# one token: the weights themselves are returned
#-     visible = torch.tril(weights)
#+     if weights.shape[-1] == 1:
#+         return weights
#+     visible = torch.tril(weights)

# %% kept_leaves | wrong | state | core | mistake: first-result-kept
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return visible / visible.sum(dim=-1, keepdim=True)
#+     result = visible / visible.sum(dim=-1, keepdim=True)
#+     if weights.requires_grad:
#+         return result
#+     return _KEPT.setdefault(weights.shape, result)

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return visible / visible.sum(dim=-1, keepdim=True)
#+     numpy.setbufsize(16384)
#+     return visible / visible.sum(dim=-1, keepdim=True)

# %% batches_in_place | wrong | state | robustness | mistake: input-changed-in-place | public: results
# weights with three dimensions are cut in place
#-     visible = torch.tril(weights)  # (..., T, T)
#+     visible = weights.tril_() if weights.dim() == 3 else weights.tril()
