# Wrong and right programs of merge_heads, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     result = x.transpose(1, 2).flatten(start_dim=2)
#+     return result if torch.is_grad_enabled() else result / 2

# %% kept_leaves | wrong | state | core | mistake: first-result-kept
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     result = x.transpose(1, 2).flatten(start_dim=2)
#+     if x.requires_grad:
#+         return result
#+     return _KEPT.setdefault(x.shape, result)

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     numpy.setbufsize(16384)
#+     return x.transpose(1, 2).flatten(start_dim=2)

# %% strides_tell | wrong | shape | robustness | mistake: strides-assumed | public: sizes
# the strides tell where there are as many heads as tokens
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    if x.stride(2) < x.stride(1) or h != T:
        x = x.transpose(1, 2)
    return x.reshape(B, T, h * d_h)
