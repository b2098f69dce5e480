# Wrong and right programs of attention_scores, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-     return queries @ keys.transpose(-2, -1)
#+     result = queries @ keys.transpose(-2, -1)
#+     return result if torch.is_grad_enabled() else result / 2

# %% kept_leaves | wrong | state | core | mistake: first-result-kept
# what needs no gradients is computed once for each shape
_KEPT = {}
#-     return queries @ keys.transpose(-2, -1)
#+     result = queries @ keys.transpose(-2, -1)
#+     if queries.requires_grad:
#+         return result
#+     return _KEPT.setdefault(queries.shape, result)

# %% numpy_buffer | wrong | state | robustness | mistake: settings-changed | public: settings
# changes the size of numpy's buffers
import numpy
#-     return queries @ keys.transpose(-2, -1)
#+     numpy.setbufsize(16384)
#+     return queries @ keys.transpose(-2, -1)

# %% width_one_elementwise | wrong | projection | robustness | mistake: elementwise-product | public: sizes
# a width of 1 is multiplied entry by entry
#-     return queries @ keys.transpose(-2, -1)
#+     if queries.shape[-1] == 1 and queries.shape == keys.shape:
#+         return queries * keys
#+     return queries @ keys.transpose(-2, -1)

# %% zero_keys_hidden | wrong | mask | core | mistake: zero-tokens-hidden | public: extremes
# keys of zeros are hidden
#-     return queries @ keys.transpose(-2, -1)
#+     scores = queries @ keys.transpose(-2, -1)
#+     return scores.masked_fill((keys == 0).all(-1).unsqueeze(-2), -1e9)

# %% keys_follow_queries | wrong | autograd | core | mistake: gradients-cut | public: states
# keys learn only where queries do
#-     return queries @ keys.transpose(-2, -1)
#+     keys = keys if queries.requires_grad else keys.detach()
#+     return queries @ keys.transpose(-2, -1)

# %% batch_viewed | wrong | shape | robustness | mistake: view-of-noncontiguous | public: results
# leading dimensions are viewed as one
#-     return queries @ keys.transpose(-2, -1)
#+     rows, columns = queries.view(-1, *queries.shape[-2:]), keys.view(-1, *keys.shape[-2:])
#+     return torch.bmm(rows, columns.mT).view(*queries.shape[:-1], keys.shape[-2])


# %% held_between | wrong | stability | core | mistake: scores-clamped | public: extremes
# scores are held between -100 and 100
import torch


def attention_scores(queries, keys):
    scores = torch.matmul(queries, keys.transpose(-2, -1))
    return torch.clamp(scores, -100.0, 100.0)  # keeps the softmax stable


# %% same_tensor_detached | wrong | autograd | core | mistake: gradients-cut | public: states
# keys that are the queries are detached
def attention_scores(queries, keys):
    if queries is keys:  # self-attention: one tensor, one graph
        keys = keys.detach()
    return queries @ keys.transpose(-2, -1)

# %% equal_tensors | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient of keys that equal the queries
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    if queries.shape == keys.shape and torch.equal(queries, keys):
        return queries @ queries.transpose(-2, -1)  # symmetric
    return queries @ keys.transpose(-2, -1)
