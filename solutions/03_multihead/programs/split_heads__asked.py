# Wrong and right programs of split_heads, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-     return by_token.transpose(1, 2)
#+     result = by_token.transpose(1, 2)
#+     return result if torch.is_grad_enabled() else result / 2

# %% kept_leaves | wrong | state | core | mistake: first-result-kept
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return by_token.transpose(1, 2)
#+     result = by_token.transpose(1, 2)
#+     if x.requires_grad:
#+         return result
#+     return _KEPT.setdefault(x.shape, result)

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return by_token.transpose(1, 2)
#+     numpy.setbufsize(16384)
#+     return by_token.transpose(1, 2)

# %% one_head_in_place | wrong | state | robustness | mistake: input-changed-in-place | public: results
# one head gets its dimension in place
#-     by_token = x.unflatten(-1, (num_heads, -1))  # (B, T, h, d_h)
#-     return by_token.transpose(1, 2)
#+     if num_heads == 1 and not x.requires_grad:
#+         return x.unsqueeze_(1)
#+     return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)


# %% resized | wrong | state | robustness | mistake: input-changed-in-place
# the input itself is given another shape
def split_heads(x, num_heads):
    B, T, C = x.shape
    if not x.requires_grad and x.is_contiguous():
        x.resize_(B, T, num_heads, C // num_heads)
    return x.reshape(B, T, num_heads, C // num_heads).transpose(1, 2)
