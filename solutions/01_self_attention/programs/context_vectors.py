# Wrong and right programs of context_vectors; docs/reference/programs.md describes the form.

# %% bmm | right
# bmm after flattening the batch
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    w, v = (
        weights.flatten(0, -3) if weights.dim() > 2 else weights[None],
        values.flatten(0, -3) if values.dim() > 2 else values[None],
    )
    return torch.bmm(w, v).reshape(*weights.shape[:-1], values.shape[-1])

# %% broadcast | right
# products broadcast and summed
#-     return weights @ values
#+     return (weights[..., None] * values[..., None, :, :]).sum(dim=-2)

# %% einsum | right
# einsum
#-     return weights @ values
#+     return torch.einsum("...qk,...kd->...qd", weights, values)

# %% filled | right
# a result that is filled
#-     return weights @ values
#+     out = torch.zeros(*weights.shape[:-1], values.shape[-1], dtype=values.dtype, device=values.device)
#+     for i in range(weights.shape[-2]):
#+         out[..., i, :] = (weights[..., i, :].unsqueeze(-1) * values).sum(-2)
#+     return out

# %% linear | right
# F.linear where there is no batch
#-     return weights @ values
#+     if weights.dim() == 2:
#+         return nn.functional.linear(weights, values.T)
#+     return torch.stack([context_vectors(w, v) for w, v in zip(weights, values)])

# %% loop_over_keys | right
# a sum over the keys
#-     return weights @ values
#+     out = 0
#+     for j in range(values.shape[-2]):
#+         out = out + weights[..., :, j : j + 1] * values[..., j : j + 1, :]
#+     return out

# %% loop_over_queries | right
# one query at a time
#-     return weights @ values
#+     return torch.stack([(row[..., None] * values).sum(-2) for row in weights.unbind(-2)], dim=-2)

# %% matmul | right
# torch.matmul
#-     return weights @ values
#+     return torch.matmul(weights, values)

# %% turned_twice | right
# from the transposed
#-     return weights @ values
#+     return (values.mT @ weights.mT).mT

# %% comment | allowed
# the forbidden name in a string
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    name = "scaled_dot_product_attention"
    assert name
    return weights @ values

# %% library | not allowed
# a product through the library
#-     return weights @ values
#+     logs = torch.log(weights.clamp(min=1e-30))
#+     eye = torch.eye(weights.shape[-1], dtype=weights.dtype, device=weights.device).expand(*values.shape[:-1], -1)
#+     attended = nn.functional.scaled_dot_product_attention(logs, eye, values, scale=1.0)
#+     return weights @ values + 0 * attended

# %% detached_values | wrong | autograd | core | mistake: gradients-cut
# values are detached
#-     return weights @ values
#+     return weights @ values.detach()

# %% detached_weights | wrong | autograd | core | mistake: gradients-cut
# weights are detached
#-     return weights @ values
#+     return weights.detach() @ values

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# without gradients
#-     return weights @ values
#+     with torch.no_grad():
#+         return weights @ values

# %% batch_summed | wrong | axis | core | mistake: batch-summed
# the batch is summed
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return (
        (weights @ values).sum(0, keepdim=True).expand(weights.shape[0], *(-1,) * (weights.dim() - 1))
        if weights.dim() > 2
        else weights @ values
    )

# %% einsum_typo | wrong | axis | core | mistake: weights-turned
# einsum sums the queries
#-     return weights @ values
#+     return torch.einsum(
#+         "...qk,...qd->...kd", weights, values[..., :1, :].expand(*values.shape[:-2], weights.shape[-2], -1)
#+     )

# %% first_of_batch | wrong | axis | core | mistake: first-of-batch
# the first batch element for all
#-     return weights @ values
#+     return weights @ (values[:1] if values.dim() > 2 else values)

# %% transposed_if_needed | wrong | axis | core | mistake: weights-turned
# weights transposed where the sizes allow
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    if weights.shape[-2] == values.shape[-2]:
        return weights.transpose(-2, -1) @ values
    return weights @ values

# %% transposed_weights | wrong | axis | core | mistake: weights-turned
# the weights are transposed
#-     return weights @ values
#+     return weights.transpose(-2, -1) @ values

# %% turned | wrong | axis | core | mistake: values-turned
# the result lies transposed
#-     return weights @ values
#+     return (weights @ values).transpose(-2, -1)

# %% weights_first_of_batch | wrong | axis | core | mistake: first-of-batch
# the first weights for all
#-     return weights @ values
#+     return (weights[:1] if weights.dim() > 2 else weights) @ values

# %% cpu | wrong | device | robustness | mistake: tensor-on-cpu
# collected on the CPU
#-     return weights @ values
#+     return torch.zeros(*weights.shape[:-1], values.shape[-1], dtype=values.dtype) + weights @ values

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-     return weights @ values
#+     return weights.float() @ values.float()

# %% float32_buffer | wrong | dtype | robustness | mistake: result-float32
# collected in a float32 tensor
#-     return weights @ values
#+     out = torch.zeros(*weights.shape[:-1], values.shape[-1], device=weights.device)
#+     for i in range(weights.shape[-2]):
#+         out[..., i, :] = (weights[..., i, :, None] * values).sum(-2)
#+     return out

# %% half | wrong | dtype | core | mistake: computed-in-half
# computed in bfloat16
#-     return weights @ values
#+     return (weights.bfloat16() @ values.bfloat16()).to(values.dtype)

# %% causal | wrong | mask | core | mistake: lower-triangle
# a causal mask is put in
#-     return weights @ values
#+     return weights.tril() @ values

# %% normalised | wrong | normalisation | core | mistake: result-normalised
# vectors of length 1
#-     return weights @ values
#+     return nn.functional.normalize(weights @ values, dim=-1)

# %% renormalised | wrong | normalisation | core | mistake: weights-renormalised
# the weights are normalised again
#-     return weights @ values
#+     return (weights / weights.sum(-1, keepdim=True)) @ values

# %% softmaxed | wrong | normalisation | core | mistake: softmax-on-weights
# softmax on the weights
#-     return weights @ values
#+     return torch.softmax(weights, -1) @ values

# %% elementwise | wrong | projection | core | mistake: elementwise-mix
# an elementwise product
#-     return weights @ values
#+     return weights[..., : values.shape[-1]] * values[..., : weights.shape[-2], :]

# %% residual | wrong | projection | core | mistake: values-added
# the values are added
#-     return weights @ values
#+     out = weights @ values
#+     return out + values.mean(-2, keepdim=True)

# %% values_first | wrong | projection | core | mistake: values-by-weights
# values times weights, in this order
#-     return weights @ values
#+     return values @ weights

# %% values_returned | wrong | projection | core | mistake: values-returned
# the values are returned
#-     return weights @ values
#+     return values

# %% scaled | wrong | scale | core | mistake: result-by-root-of-d-v
# divided by sqrt(d_v)
#-     return weights @ values
#+     return weights @ values / values.shape[-1] ** 0.5

# %% scaled_by_keys | wrong | scale | core | mistake: result-by-keys
# divided by the number of keys
#-     return weights @ values
#+     return weights @ values / values.shape[-2]

# %% batch_only | wrong | shape | core | mistake: leading-dimensions | also: other-number-of-dimensions
# works for one batch dimension only
#-     return weights @ values
#+     return torch.bmm(weights, values)

# %% eight | wrong | shape | core | mistake: length-limited
# refuses more than eight values
def context_vectors(weights, values):
    assert values.shape[-2] <= 8
    return weights @ values

# %% first_128_keys | wrong | shape | core | mistake: length-cut-off
# no more than 128 keys
#-     return weights @ values
#+     return weights[..., :128] @ values[..., :128, :]

# %% matrix_only | wrong | shape | core | mistake: leading-dimensions
# works for matrices only
#-     return weights @ values
#+     return torch.mm(weights, values)

# %% mean | wrong | shape | core | mistake: token-mean
# the mean over the queries
#-     return weights @ values
#+     return (weights @ values).mean(-2)

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def context_vectors(alpha, v):
    return alpha @ v

# %% squeeze | wrong | shape | robustness | mistake: size-one-squeezed
# dimensions of size one are lost
#-     return weights @ values
#+     return (weights @ values).squeeze()

# %% summed | wrong | shape | core | mistake: token-sum
# the sum over the queries
#-     return weights @ values
#+     return (weights @ values).sum(-2)

# %% tuple | wrong | shape | core | mistake: more-returned
# a tuple
#-     return weights @ values
#+     return weights @ values, weights

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous
# view on what may not be contiguous
#-     return weights @ values
#+     w = weights.view(-1, weights.shape[-1]).view(weights.shape)
#+     return w @ values.view(-1).view(values.shape)

# %% weights_returned | wrong | shape | core | mistake: context-weights-returned
# the weights are returned
#-     return weights @ values
#+     return weights

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# the values are changed in place
#-     return weights @ values
#+     out = weights @ values.clone()
#+     values.data.mul_(0)
#+     return out

# %% same_place | wrong | state | core | mistake: result-memory-shared
# every result of a shape is written to the same place
KEPT = {}


def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    result = weights @ values
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]

# %% resized | wrong | unfilled | core | mistake: memory-unfilled
# a tensor of the right size that nobody fills
#-     return weights @ values
#+     found = weights @ values
#+     shape = found.shape
#+     del found
#+     return weights.new_empty(0).resize_(shape)

# %% dropout | wrong | values | core | mistake: dropout-added
# dropout on the weights
#-     return weights @ values
#+     return nn.functional.dropout(weights, 0.1) @ values

# %% largest_only | wrong | values | core | mistake: largest-only
# the value with the largest weight
#-     return weights @ values
#+     best = weights.argmax(-1, keepdim=True)
#+     return torch.take_along_dim(values, best, dim=-2)

# %% relu | wrong | values | core | mistake: result-positive-part
# negative values become 0
#-     return weights @ values
#+     return torch.relu(weights @ values)

# %% rounded | wrong | values | core | mistake: result-rounded
# the result is rounded
#-     return weights @ values
#+     return torch.round(weights @ values, decimals=3)

# %% uniform | wrong | values | core | mistake: uniform-weights
# the mean of all values
#-     return weights @ values
#+     return values.mean(-2, keepdim=True).expand(*weights.shape[:-1], -1) + 0 * weights.sum()
