# Wrong and right programs of attention_weights; docs/reference/programs.md describes the form.

# %% by_hand | right
# exp and sum by hand
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores / d_k**0.5
    e = (s - s.max(-1, keepdim=True)[0]).exp()
    return e / e.sum(-1, keepdim=True)

# %% float_inside | right
# softmax in float32, cast back
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    wide = torch.promote_types(scores.dtype, torch.float32)
    return torch.softmax(scores / d_k**0.5, dim=-1, dtype=wide).to(scores.dtype)

# %% last_dim_index | right
# dim as a positive number
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / pow(d_k, 0.5), dim=scores.dim() - 1)

# %% log_softmax_right | right
# exp of log-softmax
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.log_softmax(scores / d_k**0.5, -1).exp()

# %% logsumexp | right
# exp(x - logsumexp(x))
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores.div(d_k**0.5)
    return torch.exp(s - torch.logsumexp(s, dim=-1, keepdim=True))

# %% loop | right
# row by row
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    rows = [torch.softmax(row / d_k**0.5, 0) for row in scores.reshape(-1, scores.shape[-1])]
    return torch.stack(rows).reshape(scores.shape)

# %% module | right
# nn.Softmax
import math


def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.Softmax(dim=-1)(scores / math.sqrt(d_k))

# %% negative_power | right
# times d_k ** -0.5
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.functional.softmax(scores * d_k**-0.5, dim=-1)

# %% numpy_root | right
# np.sqrt
import numpy as np


def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return (scores / np.sqrt(d_k)).softmax(-1)

# %% own_softmax | right
# the file's own softmax
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return softmax(scores / d_k**0.5)

# %% rsqrt | right
# torch.rsqrt
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores * torch.rsqrt(torch.tensor(float(d_k))), dim=-1)

# %% tensor_root | right
# torch.sqrt of a tensor
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / torch.sqrt(torch.tensor(d_k)), dim=-1)

# %% transposed_inside | right
# over the first dimension of the transposed
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / d_k**0.5).transpose(-2, -1), dim=-2).transpose(-2, -1)

# %% library_softmax | allowed
# the library's softmax
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.functional.softmax(scores / d_k**0.5, dim=-1)

# %% library | not allowed
# weights from the library, with identities
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-1], dtype=scores.dtype, device=scores.device).expand(*scores.shape[:-2], -1, -1)
    return nn.functional.scaled_dot_product_attention(scores, eye, eye, scale=d_k**-0.5)

# %% detached | wrong | autograd | core | mistake: gradients-cut
# detached
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5, dim=-1).detach()

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# without gradients
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    with torch.no_grad():
        return torch.softmax(scores / d_k**0.5, dim=-1)

# %% straight_through | wrong | autograd | core | mistake: other-gradients
# gradient of the scores passed through
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores / d_k**0.5
    return s + (torch.softmax(s, -1) - s).detach()

# %% dim_one | wrong | axis | core | mistake: over-dimension-one
# softmax over dimension 1
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5, dim=1)

# %% dim_two | wrong | axis | core | mistake: over-dimension-two
# over dimension 2
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5, dim=min(2, scores.dim() - 1))

# %% dim_zero | wrong | axis | core | mistake: over-batch
# softmax over the first dimension
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5, dim=0)

# %% implicit_dim | wrong | axis | core | mistake: implicit-dim
# softmax without dim
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.functional.softmax(scores / d_k**0.5)

# %% over_queries | wrong | axis | core | mistake: over-queries
# softmax over the queries
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5, dim=-2)

# %% transposed | wrong | axis | core | mistake: result-transposed
# the weights are transposed
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5, dim=-1).transpose(-2, -1)

# %% whole_matrix | wrong | axis | core | mistake: whole-matrix
# softmax over the whole matrix
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    flat = (scores / d_k**0.5).flatten(-2)
    return torch.softmax(flat, -1).view(scores.shape)

# %% cpu_divisor | wrong | device | robustness | mistake: tensor-on-cpu
# a divisor on the CPU
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / torch.full((1,), d_k**0.5, dtype=scores.dtype), dim=-1)

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores.float() / d_k**0.5, dim=-1)

# %% float32_divisor | wrong | dtype | robustness | mistake: result-widened
# a float32 divisor with a dimension
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / torch.tensor([float(d_k)]).sqrt(), dim=-1)

# %% half | wrong | dtype | core | mistake: computed-in-half
# computed in bfloat16
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / d_k**0.5).bfloat16(), dim=-1).to(scores.dtype)

# %% causal | wrong | mask | core | mistake: causal-mask-kept
# a causal mask is put in
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    hidden = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / d_k**0.5).masked_fill(hidden, float("-inf")), dim=-1)

# %% only_the_diagonal | wrong | mask | core | mistake: diagonal-left-out
# the diagonal is left out
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-2], scores.shape[-1], dtype=torch.bool, device=scores.device)
    return torch.softmax((scores / d_k**0.5).masked_fill(eye, float("-inf")), dim=-1)

# %% log_softmax | wrong | normalisation | core | mistake: log-softmax
# log-softmax
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.log_softmax(scores / d_k**0.5, dim=-1)

# %% no_keepdim | wrong | normalisation | core | mistake: no-keepdim
# a softmax of its own that sums without keepdim
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    e = torch.exp(scores / d_k**0.5)
    return e / e.sum(-1)

# %% no_softmax | wrong | normalisation | core | mistake: no-softmax
# scaled scores, without a softmax
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return scores / d_k**0.5

# %% one_hot | wrong | normalisation | core | mistake: one-hot
# all weight goes to the largest score
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.functional.one_hot(scores.argmax(-1), scores.shape[-1]).to(scores.dtype)

# %% sigmoid | wrong | normalisation | core | mistake: sigmoid
# sigmoid instead of softmax
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.sigmoid(scores / d_k**0.5)

# %% sums | wrong | normalisation | core | mistake: sum-without-exp
# scores over their sum, without exp
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores / d_k**0.5
    return s / s.sum(-1, keepdim=True)

# %% twice | wrong | normalisation | core | mistake: softmax-twice
# softmax twice
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(torch.softmax(scores / d_k**0.5, dim=-1), dim=-1)

# %% bad_precedence | wrong | scale | core | mistake: no-scale
# the scores are not scaled
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores - scores.amax(-1, keepdim=True) / d_k**0.5 * 0, dim=-1)

# %% by_d_k | wrong | scale | core | mistake: by-d-k
# scores divided by d_k
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k, dim=-1)

# %% fixed_eight | wrong | scale | core | mistake: other-scale
# always divided by 8
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / 8, dim=-1)

# %% fixed_five | wrong | scale | core | mistake: other-scale
# d_k is ignored: always divided by the same number
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / 5**0.5, dim=-1)

# %% floor_division | wrong | scale | core | mistake: scale-floored
# // instead of /
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores // d_k**0.5, dim=-1)

# %% fourth_root | wrong | scale | core | mistake: by-fourth-root
# divided by the fourth root
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.25, dim=-1)

# %% half_d_k | wrong | scale | core | mistake: by-half-d-k
# d_k ** 1/2 is d_k/2
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / (d_k**1 / 2), dim=-1)

# %% half_of_quotient | wrong | scale | core | mistake: by-twice-d-k
# divided by d_k and again by 2
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**1 / 2, dim=-1)

# %% integer_root | wrong | scale | core | mistake: by-integer-root
# the root without its decimals
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / int(d_k**0.5), dim=-1)

# %% log_scale | wrong | scale | core | mistake: other-scale
# divided by log(d_k)
import math


def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / math.log(d_k + 1), dim=-1)

# %% multiplied | wrong | scale | core | mistake: multiplied-by-root
# multiplied by sqrt(d_k)
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores * d_k**0.5, dim=-1)

# %% root_of_queries | wrong | scale | core | mistake: by-root-of-tokens
# divided by the root of the number of queries
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / scores.shape[-2] ** 0.5, dim=-1)

# %% root_of_tokens | wrong | scale | core | mistake: by-root-of-tokens
# divided by the root of the number of keys
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / scores.shape[-1] ** 0.5, dim=-1)

# %% scaled_after | wrong | scale | core | mistake: scale-after-softmax
# divided after the softmax
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores, dim=-1) / d_k**0.5

# %% scaled_twice | wrong | scale | core | mistake: by-d-k
# divided twice
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5 / d_k**0.5, dim=-1)

# %% squared | wrong | scale | core | mistake: by-d-k-squared
# divided by d_k squared
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**2, dim=-1)

# %% unscaled | wrong | scale | core | mistake: no-scale
# the scores are not scaled
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores, dim=-1)

# %% refuses_150 | wrong | shape | core | mistake: length-limited
# refuses more than 150 keys
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    if scores.shape[-1] > 150:
        raise ValueError("too many keys")
    return softmax(scores / math.sqrt(d_k))

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def attention_weights(omega, width):
    return softmax(omega / math.sqrt(width))

# %% squeeze | wrong | shape | robustness | mistake: size-one-squeezed
# dimensions of size one are lost
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5, dim=-1).squeeze()

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous | public: results
# view on what may not be contiguous
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    flat = scores.view(-1, scores.shape[-1])
    return torch.softmax(flat / d_k**0.5, -1).view(scores.shape)

# %% clamped_scores | wrong | stability | robustness | mistake: scores-clamped | public: extremes
# scores held between -50 and 50
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / d_k**0.5).clamp(-50, 50), dim=-1)

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum | public: extremes
# own softmax with one maximum for all
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores / d_k**0.5
    e = torch.exp(s - s.max())
    return e / e.sum(-1, keepdim=True)

# %% naive | wrong | stability | robustness | mistake: no-maximum
# own softmax without the maximum
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    e = torch.exp(scores / d_k**0.5)
    return e / e.sum(-1, keepdim=True)

# %% smallest_instead | wrong | stability | robustness | mistake: infinity-made-finite | public: extremes
# -inf becomes the most negative finite number
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return softmax((scores / math.sqrt(d_k)).clamp(min=torch.finfo(scores.dtype).min / math.sqrt(d_k)), dim=-1)

# %% grad_off | wrong | state | robustness | mistake: recording-left-off | public: settings
# switches the recording of gradients off for inputs that need none
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    torch.set_grad_enabled(scores.requires_grad)
    return softmax(scores / math.sqrt(d_k), dim=-1)

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# the scores are scaled in place too
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    w = torch.softmax(scores / d_k**0.5, dim=-1)
    scores.data /= d_k**0.5
    return w

# %% same_place | wrong | state | core | mistake: result-memory-shared
# every result of a shape is written to the same place
KEPT = {}


def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    result = softmax(scores / math.sqrt(d_k), dim=-1)
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]

# %% clamped | wrong | values | core | mistake: scores-clamped
# scores held between -2 and 2
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / d_k**0.5).clamp(-2, 2), dim=-1)

# %% dropout | wrong | values | core | mistake: dropout-added
# dropout on the weights
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.functional.dropout(torch.softmax(scores / d_k**0.5, dim=-1), 0.1)

# %% rounded | wrong | values | core | mistake: weights-rounded
# the weights are rounded
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.round(torch.softmax(scores / d_k**0.5, dim=-1), decimals=4)

# %% softmin | wrong | values | core | mistake: softmin
# the sign of the scores is turned
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(-scores / d_k**0.5, dim=-1)

# %% zero_small | wrong | values | core | mistake: small-weights-dropped
# small weights become 0
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    w = torch.softmax(scores / d_k**0.5, dim=-1)
    return torch.where(w < 0.01, 0.0, w)
