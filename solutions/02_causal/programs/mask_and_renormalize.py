# Wrong and right programs of mask_and_renormalize; docs/reference/programs.md describes the form.

# %% bool_product | right
# times a bool mask
def mask_and_renormalize(weights: Tensor) -> Tensor:
    lower = ~torch.ones_like(weights, dtype=torch.bool).triu(1)
    masked = weights * lower
    return masked * masked.sum(-1, keepdim=True).reciprocal()

# %% clamp | right
# clamp against division by 0
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.tril()
    return masked / masked.sum(-1, keepdim=True).clamp(min=1e-8)

# %% cumsum_diagonal | right
# the sum from a running sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    total = weights.cumsum(-1).diagonal(dim1=-2, dim2=-1).unsqueeze(-1)
    return weights.tril() / total

# %% einsum | right
# einsum for the division
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.tril()
    return torch.einsum("...ij,...i->...ij", masked, 1 / masked.sum(-1))

# %% eps_right | right
# a tiny number against division by 0
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.tril()
    return masked / (masked.sum(-1, keepdim=True) + 1e-9)

# %% in_place_copy | right
# in place on a copy
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.clone()
    hidden = torch.ones(masked.shape[-2:], dtype=torch.bool, device=masked.device).triu(1)
    masked[..., hidden] = 0
    return masked / masked.sum(-1, keepdim=True)

# %% l1_normalize | right
# F.normalize with p=1
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return nn.functional.normalize(weights.tril(), p=1, dim=-1)

# %% log_softmax | right
# softmax of the logarithms
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = torch.ones(weights.shape[-2:], dtype=torch.bool, device=weights.device).triu(1)
    return torch.softmax(weights.log().masked_fill(hidden, -torch.inf), dim=-1)

# %% loops | right
# row by row
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    rows = []
    for i in range(T):
        visible = weights[..., i, : i + 1]
        row = visible / visible.sum(-1, keepdim=True)
        rows.append(torch.nn.functional.pad(row, (0, T - i - 1)))
    return torch.stack(rows, dim=-2)

# %% masked_fill | right
# masked_fill with 0
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = causal_mask(weights.size(-1), weights.device)[0, 0]
    masked = weights.masked_fill(hidden, 0)
    return masked / masked.sum(-1, keepdim=True)

# %% multiplied_right | right
# multiplying by a mask
def mask_and_renormalize(weights: Tensor) -> Tensor:
    mask = torch.tril(torch.ones(weights.shape[-1], weights.shape[-1], dtype=weights.dtype, device=weights.device))
    masked = weights * mask
    return masked / masked.sum(dim=-1, keepdim=True)

# %% one_minus_hidden | right
# the sum as 1 minus what is hidden
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights.tril() / (1 - weights.triu(1).sum(-1, keepdim=True))

# %% ones_product | right
# the sum as a product with ones
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.tril()
    return masked / (masked @ torch.ones_like(masked))

# %% transposed | right
# columns of the transposed matrix
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.transpose(-2, -1).triu()
    return (masked / masked.sum(-2, keepdim=True)).transpose(-2, -1)

# %% tril | right
# torch.tril
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = torch.tril(weights)
    return masked / torch.sum(masked, dim=-1, keepdim=True)

# %% where | right
# where with 0
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    i = torch.arange(T, device=weights.device)
    masked = torch.where(i[:, None] >= i[None, :], weights, torch.zeros_like(weights))
    return masked / masked.sum(-1).unsqueeze(-1)

# %% where_scalar | right
# where with a number
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    lower = torch.ones(T, T, dtype=torch.bool, device=weights.device).tril()
    masked = torch.where(lower, weights, 0.0)
    return torch.div(masked, masked.sum(-1, keepdim=True))

# %% mentioned | allowed
# the name in a comment
#-     visible = torch.tril(weights)
#-     return visible / visible.sum(dim=-1, keepdim=True)
#+     visible = weights.tril()
#+     return visible / visible.sum(-1, keepdim=True)

# %% softmax | allowed
# the softmax of the library
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = torch.ones(weights.shape[-2:], dtype=torch.bool, device=weights.device).triu(1)
    return nn.functional.softmax(weights.log().masked_fill(hidden, -torch.inf), dim=-1)

# %% private | not allowed
# the kernel below
def mask_and_renormalize(weights: Tensor) -> Tensor:
    eye = torch.eye(weights.shape[-1], dtype=weights.dtype, device=weights.device).expand_as(weights)
    return torch._C._nn.scaled_dot_product_attention(weights.log(), eye, eye, is_causal=True, scale=1.0)

# %% sdpa | not allowed
# scaled_dot_product_attention on logarithms
from torch.nn import functional as F


def mask_and_renormalize(weights: Tensor) -> Tensor:
    eye = torch.eye(weights.shape[-1], dtype=weights.dtype, device=weights.device).expand_as(weights)
    return F.scaled_dot_product_attention(weights.log(), eye, eye, is_causal=True, scale=1.0)

# %% data | wrong | autograd | core | mistake: gradients-cut
# writes into .data
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    visible.data /= visible.data.sum(-1, keepdim=True)
    return visible

# %% detached | wrong | autograd | core | mistake: gradients-cut
# detaches the weights
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.detach().tril()
    return visible / visible.sum(-1, keepdim=True)

# %% detached_sum | wrong | autograd | core | mistake: gradients-cut
# detaches the sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(-1, keepdim=True).detach()

# %% in_place_grad | wrong | autograd | robustness | mistake: input-changed-in-place
# changes the given weights in place
def mask_and_renormalize(weights: Tensor) -> Tensor:
    weights *= torch.ones_like(weights).tril()
    return weights / weights.sum(-1, keepdim=True)

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# without gradients
def mask_and_renormalize(weights: Tensor) -> Tensor:
    with torch.no_grad():
        visible = weights.tril()
        return visible / visible.sum(-1, keepdim=True)

# %% numpy | wrong | autograd | core | mistake: through-numpy
# through numpy
import numpy


def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = numpy.tril(weights.detach().numpy())
    return torch.from_numpy(visible / visible.sum(-1, keepdims=True))

# %% tensor_again | wrong | autograd | core | mistake: through-python-numbers
# a new tensor around the result
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return torch.tensor((visible / visible.sum(-1, keepdim=True)).tolist(), dtype=weights.dtype)

# %% batch_sum | wrong | axis | core | mistake: over-batch
# the sum over the batch
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(0, keepdim=True)

# %% columns | wrong | axis | core | mistake: renormalised-columns
# divides each column by its sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(-2, keepdim=True)

# %% dim_one | wrong | axis | core | mistake: over-dimension-one
# the sum over dimension 1
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(1, keepdim=True)

# %% keepdim_front | wrong | axis | core | mistake: sum-over-wrong-axis
# the sum stands along the wrong axis
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(-1).unsqueeze(-2)

# %% no_keepdim | wrong | axis | core | mistake: sum-over-wrong-axis
# a sum without keepdim
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(-1)

# %% reversed_dims | wrong | axis | core | mistake: sum-over-wrong-axis
# sums along the reversed dimensions
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return (visible.permute(*range(visible.dim())[::-1]) / visible.sum(-1)).permute(*range(visible.dim())[::-1])

# %% copy_cpu | wrong | device | robustness | mistake: moved-to-cpu
# moves to the CPU
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.cpu().tril()
    return visible / visible.sum(-1, keepdim=True)

# %% cpu_mask | wrong | device | robustness | mistake: mask-on-cpu
# a mask on the CPU
def mask_and_renormalize(weights: Tensor) -> Tensor:
    mask = torch.tril(torch.ones(weights.shape[-2:], dtype=weights.dtype))
    visible = weights * mask
    return visible / visible.sum(-1, keepdim=True)

# %% float32_mask | wrong | dtype | robustness | mistake: result-widened
# a float32 mask that widens bfloat16
def mask_and_renormalize(weights: Tensor) -> Tensor:
    mask = torch.tril(torch.ones(weights.shape[-2:], device=weights.device))
    visible = weights * mask
    return visible / visible.sum(-1, keepdim=True)

# %% to_float | wrong | dtype | robustness | mistake: result-float32
# computes and returns float32
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.float().tril()
    return visible / visible.sum(-1, keepdim=True)

# %% diagonal_lost | wrong | mask | core | mistake: diagonal-masked
# the diagonal is hidden
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril(-1)
    return visible / visible.sum(-1, keepdim=True)

# %% diagonal_lost_safe | wrong | mask | core | mistake: diagonal-masked
# the diagonal is hidden, zeros stay
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril(-1)
    return visible / visible.sum(-1, keepdim=True).clamp(min=1e-9)

# %% filled_inf | wrong | mask | core | mistake: mask-after-softmax
# -inf stays in the weights
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = torch.ones_like(weights).triu(1).bool()
    visible = weights.masked_fill(hidden, -torch.inf)
    return visible / visible.sum(-1, keepdim=True)

# %% first_matrix | wrong | mask | core | mistake: mask-first-of-batch
# masks the first matrix of a batch only
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.clone()
    first = (0,) * (weights.dim() - 2)
    visible[first] = visible[first].tril()
    return visible / visible.sum(-1, keepdim=True)

# %% mask_of_64 | wrong | mask | core | mistake: mask-too-small
# a mask of 64 tokens
MASK = torch.ones(64, 64).tril()
#-     visible = torch.tril(weights)
#+     T = weights.shape[-1]
#+     visible = weights * MASK[:T, :T].to(weights)

# %% not_masked | wrong | mask | core | mistake: no-mask
# renormalises without a mask
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights / weights.sum(-1, keepdim=True)

# %% one_too_many | wrong | mask | core | mistake: future-visible
# the next token is still seen
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril(1)
    return visible / visible.sum(-1, keepdim=True)

# %% ones_filled | wrong | mask | core | mistake: mask-too-weak
# hidden weights become 1
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = torch.ones_like(weights).triu(1).bool()
    visible = weights.masked_fill(hidden, 1.0)
    return visible / visible.sum(-1, keepdim=True)

# %% transposed_back | wrong | mask | core | mistake: mask-inverted
# masks the wrong triangle through a transpose
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.mT.tril().mT
    return visible / visible.sum(-1, keepdim=True)

# %% transposed_mask | wrong | mask | core | mistake: mask-turned
# masks the transposed weights
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.mT.tril()
    return visible / visible.sum(-1, keepdim=True)

# %% upper | wrong | mask | core | mistake: mask-inverted
# keeps the upper triangle
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.triu()
    return visible / visible.sum(-1, keepdim=True)

# %% before | wrong | normalisation | core | mistake: mask-not-renormalised
# renormalises before masking
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return (weights / weights.sum(-1, keepdim=True)).tril()

# %% clamped | wrong | normalisation | robustness | mistake: denominator-clamped | public: extremes
# the denominator is at least 0.001
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(-1, keepdim=True).clamp(min=1e-3)

# %% count | wrong | normalisation | core | mistake: by-count
# divides by the number of visible keys
def mask_and_renormalize(weights: Tensor) -> Tensor:
    counts = torch.arange(1, weights.shape[-1] + 1, device=weights.device)
    return weights.tril() / counts[:, None]

# %% cumulative | wrong | normalisation | core | mistake: by-running-sum
# divides by a running sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return (visible / visible.cumsum(-1)).tril()

# %% eps | wrong | normalisation | robustness | mistake: constant-in-denominator | public: extremes
# 1e-6 in the denominator
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / (visible.sum(-1, keepdim=True) + 1e-6)

# %% euclidean | wrong | normalisation | core | mistake: euclidean
# divides by the length of the row
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.norm(dim=-1, keepdim=True)

# %% large_eps | wrong | normalisation | core | mistake: constant-in-denominator
# 0.001 is added to the sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / (visible.sum(-1, keepdim=True) + 1e-3)

# %% matrix_sum | wrong | normalisation | core | mistake: renormalised-whole
# divides each matrix by its sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum((-2, -1), keepdim=True)

# %% maximum | wrong | normalisation | core | mistake: by-maximum
# divides by the largest weight
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.amax(-1, keepdim=True)

# %% mean | wrong | normalisation | core | mistake: by-mean
# divides by the mean
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.mean(-1, keepdim=True)

# %% multiplied | wrong | normalisation | core | mistake: multiplied-by-sum
# multiplies by the sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible * visible.sum(-1, keepdim=True)

# %% normalize | wrong | normalisation | core | mistake: euclidean
# F.normalize divides by the length, not by the sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return nn.functional.normalize(weights.tril(), dim=-1)

# %% not_renormalised | wrong | normalisation | core | mistake: mask-not-renormalised
# masks only, without renormalising
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights.tril()

# %% rest_on_diagonal | wrong | normalisation | core | mistake: rest-shared-out
# puts the hidden weight on the diagonal
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    rest = 1 - visible.sum(-1)
    return visible + torch.diag_embed(rest)

# %% row_zero_special | wrong | normalisation | core | mistake: mask-not-renormalised
# the first row stays as it is
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    result = visible / visible.sum(-1, keepdim=True)
    return torch.cat([visible[..., :1, :], result[..., 1:, :]], -2)

# %% shared_out | wrong | normalisation | core | mistake: rest-shared-out
# shares the hidden weight out evenly
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    found = torch.ones_like(weights).tril()
    rest = 1 - visible.sum(-1, keepdim=True)
    return visible + found * rest / found.sum(-1, keepdim=True)

# %% softmax_again | wrong | normalisation | core | mistake: mask-softmax-again
# softmax instead of a division
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return torch.softmax(weights.tril(), -1)

# %% softmax_masked | wrong | normalisation | core | mistake: mask-softmax-again
# softmax of the visible weights
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = torch.ones_like(weights).triu(1).bool()
    return torch.softmax(weights.masked_fill(hidden, -torch.inf), -1)

# %% sum_of_all | wrong | normalisation | core | mistake: mask-not-renormalised
# divides by the unmasked sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights.tril() / weights.sum(-1, keepdim=True)

# %% whole_sum | wrong | normalisation | core | mistake: renormalised-whole
# divides by the sum of the matrix
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum()

# %% batch_added | wrong | shape | core | mistake: extra-dimension
# adds a batch dimension
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril().reshape(-1, *weights.shape[-2:])
    result = visible / visible.sum(-1, keepdim=True)
    return result if weights.dim() > 2 else result[None]

# %% eight | wrong | shape | core | mistake: length-limited
# refuses more than eight tokens
def mask_and_renormalize(weights):
    assert weights.shape[-1] <= 8
    w = weights.tril()
    return w / w.sum(-1, keepdim=True)

# %% flattened | wrong | shape | core | mistake: dimensions-flattened
# returns a flat batch
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    visible = weights.reshape(-1, T, T).tril()
    return visible / visible.sum(-1, keepdim=True)

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def mask_and_renormalize(alpha):
    return alpha.tril() / alpha.tril().sum(-1, keepdim=True)

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed
# dimensions of size one are lost
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return (visible / visible.sum(-1, keepdim=True)).squeeze()

# %% three_dims_only | wrong | shape | core | mistake: leading-dimensions
# unpacks three dimensions
def mask_and_renormalize(weights: Tensor) -> Tensor:
    B, T, _ = weights.shape
    visible = weights * torch.ones(T, T, dtype=weights.dtype, device=weights.device).tril()
    return visible / visible.sum(-1, keepdim=True)

# %% two_dims | wrong | shape | core | mistake: leading-dimensions
# works for one matrix
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[0]
    visible = weights * torch.tril(torch.ones(T, T, dtype=weights.dtype, device=weights.device))
    return visible / visible.sum(1, keepdim=True)

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous | public: results
# needs contiguous weights
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    rows = weights.view(-1, T) * torch.ones(T, T, dtype=weights.dtype, device=weights.device).tril().repeat(
        weights.numel() // T**2, 1
    )
    return (rows / rows.sum(-1, keepdim=True)).view(weights.shape)

# %% mutates | wrong | state | robustness | mistake: input-changed-in-place
# changes the given weights where no gradient is asked for
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    result = visible / visible.sum(-1, keepdim=True)
    if not weights.requires_grad:
        weights.copy_(result)
    return result

# %% mutates_data | wrong | state | core | mistake: input-changed-in-place
# changes the given weights
def mask_and_renormalize(weights: Tensor) -> Tensor:
    weights.data.tril_()
    return weights / weights.sum(-1, keepdim=True)

# %% same_place | wrong | state | core | mistake: result-memory-shared
# every result of a shape is written to the same place
KEPT = {}


def mask_and_renormalize(weights: Tensor) -> Tensor:
    result = weights.tril() / weights.tril().sum(dim=-1, keepdim=True)
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]

# %% seeds | wrong | state | robustness | mistake: generator-seeded
# seeds the generator
def mask_and_renormalize(weights: Tensor) -> Tensor:
    torch.manual_seed(0)
    visible = weights.tril()
    return visible / visible.sum(-1, keepdim=True)

# %% argmax | wrong | values | core | mistake: one-hot
# all weight goes to the largest
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return nn.functional.one_hot(visible.argmax(-1), weights.shape[-1]).to(weights.dtype) + 0 * visible

# %% rounded | wrong | values | core | mistake: weights-rounded
# rounds to two decimals
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return (visible / visible.sum(-1, keepdim=True)).round(decimals=2)
