# Wrong and right programs of context_vectors, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-     return weights @ values
#+     result = weights @ values
#+     return result if torch.is_grad_enabled() else result / 2

# %% kept_leaves | wrong | state | core | mistake: first-result-kept | also: no-gradient-flows
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return weights @ values
#+     result = weights @ values
#+     if values.requires_grad:
#+         return result
#+     return _KEPT.setdefault(values.shape, result)

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return weights @ values
#+     numpy.setbufsize(16384)
#+     return weights @ values

# %% pieces_of_64 | wrong | shape | core | mistake: pieces-of-fixed-size
# keys beyond the 64th are left to a mean of pieces
#-     return weights @ values
#+     pieces = zip(weights.split(64, -1), values.split(64, -2), strict=True)
#+     return torch.stack([shares @ rows for shares, rows in pieces]).mean(0)

# %% values_follow_weights | wrong | autograd | core | mistake: gradients-cut | public: states
# a graph is built only where the weights require one
#-     return weights @ values
#+     with torch.set_grad_enabled(weights.requires_grad):
#+         return weights @ values
