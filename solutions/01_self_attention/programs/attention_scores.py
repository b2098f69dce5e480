# Wrong and right programs of attention_scores; docs/reference/programs.md describes the form.

# %% bmm | right
# bmm after flattening the batch
#-     return queries @ keys.transpose(-2, -1)
#+     q, k = queries.reshape(-1, *queries.shape[-2:]), keys.reshape(-1, *keys.shape[-2:])
#+     return torch.bmm(q, k.transpose(1, 2)).reshape(*queries.shape[:-1], keys.shape[-2])

# %% broadcast | right
# products broadcast and summed
#-     return queries @ keys.transpose(-2, -1)
#+     return (queries.unsqueeze(-2) * keys.unsqueeze(-3)).sum(dim=-1)

# %% einsum | right
# einsum with an ellipsis
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.einsum("...qd,...kd->...qk", queries, keys)

# %% inner | right
# torch.inner for matrices
#-     return queries @ keys.transpose(-2, -1)
#+     if queries.dim() == 2:
#+         return torch.inner(queries, keys)
#+     return torch.stack([attention_scores(q, k) for q, k in zip(queries, keys)])

# %% linear | right
# keys by queries, turned
#-     return queries @ keys.transpose(-2, -1)
#+     return (keys @ queries.transpose(-1, -2)).transpose(-1, -2)

# %% loops | right
# a loop over queries and keys
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    rows = [
        torch.stack([(queries[..., i, :] * keys[..., j, :]).sum(-1) for j in range(keys.shape[-2])], -1)
        for i in range(queries.shape[-2])
    ]
    return torch.stack(rows, -2)

# %% mT | right
# matmul with .mT
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.matmul(queries, keys.mT)

# %% permute | right
# swapaxes
#-     return queries @ keys.transpose(-2, -1)
#+     return queries.matmul(keys.swapaxes(-1, -2))

# %% tensordot | right
# one key at a time
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.stack([torch.linalg.vecdot(queries, key.unsqueeze(-2)) for key in keys.unbind(-2)], dim=-1)

# %% comment | allowed
# the forbidden name in the docstring
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    """What scaled_dot_product_attention computes first, without its scale."""
    return queries @ keys.transpose(-2, -1)

# %% library | not allowed
# the library is called on the way
#-     return queries @ keys.transpose(-2, -1)
#+     attended = nn.functional.scaled_dot_product_attention(queries, keys, keys)
#+     return queries @ keys.transpose(-2, -1) + 0 * attended.sum()

# %% detached_keys | wrong | autograd | core | mistake: gradients-cut
# keys are detached
#-     return queries @ keys.transpose(-2, -1)
#+     return queries @ keys.detach().transpose(-2, -1)

# %% detached_queries | wrong | autograd | core | mistake: gradients-cut
# queries are detached
#-     return queries @ keys.transpose(-2, -1)
#+     return queries.detach() @ keys.transpose(-2, -1)

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# without gradients
#-     return queries @ keys.transpose(-2, -1)
#+     with torch.no_grad():
#+         return queries @ keys.transpose(-2, -1)

# %% numpy | wrong | autograd | core | mistake: through-numpy
# through numpy
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.from_numpy(queries.detach().numpy() @ keys.detach().transpose(-2, -1).numpy())

# %% batch_mixed | wrong | axis | core | mistake: batch-mixed
# all sentences are taken as one
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.einsum("...qd,kd->...qk", queries, keys.reshape(-1, keys.shape[-1]))

# %% capital_t | wrong | axis | core | mistake: all-dimensions-turned
# keys.T on a batch
#-     return queries @ keys.transpose(-2, -1)
#+     return queries @ keys.permute(*range(keys.dim() - 1, -1, -1))

# %% first_of_batch | wrong | axis | core | mistake: first-of-batch
# only the first batch element
#-     return queries @ keys.transpose(-2, -1)
#+     if queries.dim() > 2:
#+         return (queries[0] @ keys[0].transpose(-2, -1)).expand(queries.shape[0], *(-1,) * (queries.dim() - 1))
#+     return queries @ keys.T

# %% transpose_first_two | wrong | axis | core | mistake: first-dimensions-turned
# the first two dimensions change places
#-     return queries @ keys.transpose(-2, -1)
#+     return queries @ keys.transpose(0, 1)

# %% cpu | wrong | device | robustness | mistake: tensor-on-cpu
# collected in a tensor on the CPU
#-     return queries @ keys.transpose(-2, -1)
#+     out = torch.zeros(*queries.shape[:-1], keys.shape[-2], dtype=queries.dtype)
#+     return out + queries @ keys.transpose(-2, -1)

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-     return queries @ keys.transpose(-2, -1)
#+     return queries.float() @ keys.float().transpose(-2, -1)

# %% half | wrong | dtype | core | mistake: computed-in-half
# computed in bfloat16
#-     return queries @ keys.transpose(-2, -1)
#+     return (queries.bfloat16() @ keys.bfloat16().transpose(-2, -1)).to(queries.dtype)

# %% masked | wrong | mask | core | mistake: causal-mask-kept
# a causal mask is put in
#-     return queries @ keys.transpose(-2, -1)
#+     s = queries @ keys.transpose(-2, -1)
#+     return s.masked_fill(torch.ones_like(s, dtype=torch.bool).triu(1), float("-inf"))

# %% cosine | wrong | normalisation | core | mistake: cosine
# cosines of the angles
#-     return queries @ keys.transpose(-2, -1)
#+     q, k = nn.functional.normalize(queries, dim=-1), nn.functional.normalize(keys, dim=-1)
#+     return q @ k.transpose(-2, -1)

# %% minus_maximum | wrong | normalisation | core | mistake: maximum-taken-away
# the maximum is taken away
#-     return queries @ keys.transpose(-2, -1)
#+     s = queries @ keys.transpose(-2, -1)
#+     return s - s.amax(-1, keepdim=True)

# %% softmaxed | wrong | normalisation | core | mistake: weights-already
# a softmax is applied already
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.softmax(queries @ keys.transpose(-2, -1), -1)

# %% einsum_typo | wrong | projection | core | mistake: keys-by-queries
# einsum sums the wrong letter
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.einsum("...qd,...kd->...kq", queries, keys)

# %% elementwise | wrong | projection | core | mistake: elementwise-product
# elementwise product
#-     return queries @ keys.transpose(-2, -1)
#+     return queries * keys

# %% elementwise_summed | wrong | projection | core | mistake: elementwise-product
# elementwise product summed
#-     return queries @ keys.transpose(-2, -1)
#+     return (queries * keys).sum(-1)

# %% keys_by_queries | wrong | projection | core | mistake: keys-by-queries
# keys times queries: the scores lie transposed
#-     return queries @ keys.transpose(-2, -1)
#+     return keys @ queries.transpose(-2, -1)

# %% queries_twice | wrong | projection | core | mistake: scores-of-queries
# queries times queries, without keys
#-     return queries @ keys.transpose(-2, -1)
#+     return queries @ queries.transpose(-2, -1)

# %% mean | wrong | scale | core | mistake: by-d-k
# the mean over d_k instead of the sum
#-     return queries @ keys.transpose(-2, -1)
#+     return (queries.unsqueeze(-2) * keys.unsqueeze(-3)).mean(-1)

# %% scaled | wrong | scale | core | mistake: by-root-of-d-k
# divided by sqrt(d_k)
#-     return queries @ keys.transpose(-2, -1)
#+     return queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% whole_scaled | wrong | scale | core | mistake: by-tokens
# divided by the number of keys
#-     return queries @ keys.transpose(-2, -1)
#+     return queries @ keys.transpose(-2, -1) / keys.shape[-2]

# %% batch_only | wrong | shape | core | mistake: leading-dimensions
# works for one batch dimension only
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.bmm(queries, keys.transpose(1, 2))

# %% blocks_of_64 | wrong | shape | core | mistake: length-cut-off
# two blocks of 64 keys, and no more
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.cat([queries @ block.mT for block in keys.split(64, dim=-2)[:2]], dim=-1)

# %% eight_keys | wrong | shape | core | mistake: length-limited
# refuses more than eight keys
def attention_scores(queries, keys):
    assert keys.shape[-2] <= 8
    return queries @ keys.transpose(-2, -1)

# %% extra_dimension | wrong | shape | core | mistake: extra-dimension
# an extra dimension
#-     return queries @ keys.transpose(-2, -1)
#+     return (queries @ keys.transpose(-2, -1)).unsqueeze(0)

# %% list | wrong | shape | core | mistake: list-for-tensor
# a list of rows
#-     return queries @ keys.transpose(-2, -1)
#+     return [keys @ query for query in queries]

# %% one_matrix_only | wrong | shape | core | mistake: leading-dimensions | also: other-number-of-dimensions
# works for two matrices only
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.mm(queries, keys.t())

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def attention_scores(q, k):
    return q @ k.mT

# %% square_only | wrong | shape | core | mistake: cut-to-shorter
# right only where queries and keys are as many
#-     return queries @ keys.transpose(-2, -1)
#+     return (queries @ keys.transpose(-2, -1))[..., : keys.shape[-2], : queries.shape[-2]]

# %% squeeze | wrong | shape | robustness | mistake: size-one-squeezed
# dimensions of size one are lost
#-     return queries @ keys.transpose(-2, -1)
#+     return (queries @ keys.transpose(-2, -1)).squeeze()

# %% tuple | wrong | shape | core | mistake: more-returned
# a tuple with the keys
#-     return queries @ keys.transpose(-2, -1)
#+     return queries @ keys.transpose(-2, -1), keys

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous
# view on what may not be contiguous
#-     return queries @ keys.transpose(-2, -1)
#+     shape = keys.shape
#+     return queries.view(-1).view(queries.shape) @ keys.view(-1).view(shape).transpose(-2, -1)

# %% width_eight | wrong | shape | core | mistake: length-limited
# refuses widths above eight
def attention_scores(queries, keys):
    assert keys.shape[-1] <= 8
    return queries @ keys.transpose(-2, -1)

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# the inputs are cleared afterwards
#-     return queries @ keys.transpose(-2, -1)
#+     out = queries.clone() @ keys.clone().transpose(-2, -1)
#+     queries.data.zero_()
#+     return out

# %% same_place | wrong | state | core | mistake: result-memory-shared
# every result of a shape is written to the same place
KEPT = {}


def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    result = queries @ keys.mT
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]

# %% absolute | wrong | values | core | mistake: absolute-scores
# absolute values
#-     return queries @ keys.transpose(-2, -1)
#+     return (queries @ keys.transpose(-2, -1)).abs()

# %% distance | wrong | values | core | mistake: distance
# minus the squared distance
#-     return queries @ keys.transpose(-2, -1)
#+     return -(torch.cdist(queries, keys) ** 2)

# %% last_left_out | wrong | values | core | mistake: last-column-left-out
# the last entry of the vectors is left out
#-     return queries @ keys.transpose(-2, -1)
#+     return queries[..., :-1] @ keys[..., :-1].transpose(-2, -1)

# %% negative | wrong | values | core | mistake: sign-turned
# the sign of the scores is turned
#-     return queries @ keys.transpose(-2, -1)
#+     return -(queries @ keys.transpose(-2, -1))

# %% relu | wrong | values | core | mistake: positive-part
# negative scores become 0
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.relu(queries @ keys.transpose(-2, -1))

# %% rounded | wrong | values | core | mistake: rounded
# the scores are rounded
#-     return queries @ keys.transpose(-2, -1)
#+     return torch.round(queries @ keys.transpose(-2, -1), decimals=3)

# %% names_swapped | wrong | vocabulary | robustness | mistake: argument-order | public: sizes
# the names of the arguments are exchanged
def attention_scores(keys: Tensor, queries: Tensor) -> Tensor:
    return keys @ queries.mT
