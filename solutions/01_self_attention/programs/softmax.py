# Wrong and right programs of softmax; docs/reference/programs.md describes the form.

# %% backward_of_last_dim | wrong | autograd | core | mistake: other-gradients | of: own_backward
# an own backward that fits the last dimension only
#-         ctx.dim = dim

#-         return p * (g - (p * g).sum(ctx.dim, keepdim=True)), None
#+         return p * (g - (p * g).sum(-1, keepdim=True)), None

# %% detached | wrong | autograd | core | mistake: gradients-cut
# the result is detached
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.detach()
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% detached_sum | wrong | autograd | core | mistake: gradients-cut
# the sum is detached
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True).detach()

# %% in_place_division | wrong | autograd | core | mistake: in-place-in-graph
# an in-place step breaks the gradient
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    e /= e.sum(dim, keepdim=True)
    return e

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# computed without gradients
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    with torch.no_grad():
        e = torch.exp(z - z.amax(dim, keepdim=True))
        return e / e.sum(dim, keepdim=True)

# %% no_grad_flag | wrong | autograd | core | mistake: through-python-numbers
# a new tensor around the result
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return torch.tensor((e / e.sum(dim, keepdim=True)).tolist(), dtype=z.dtype)

# %% numpy | wrong | autograd | core | mistake: through-numpy
# through numpy
import numpy as np


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = np.exp(z.detach().numpy() - z.detach().numpy().max(dim, keepdims=True))
    return torch.from_numpy(e / e.sum(dim, keepdims=True))

# %% first_dimension | wrong | axis | core | mistake: dim-ignored
# always over the first dimension
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(0, keepdim=True))
    return e / e.sum(0, keepdim=True)

# %% matrix_only | wrong | axis | core | mistake: dim-as-of-matrix
# works for matrices only
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    if dim in (1, -1):
        e = torch.exp(z - z.max(1, keepdim=True).values)
        return e / e.sum(1, keepdim=True)
    e = torch.exp(z - z.max(0, keepdim=True).values)
    return e / e.sum(0, keepdim=True)

# %% negative_dims_only | wrong | axis | core | mistake: dim-from-other-end
# dim counted from the wrong end
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    dim = -1 - dim if dim >= 0 else dim
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% over_rows | wrong | axis | core | mistake: dim-ignored
# ignores dim
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    powers = torch.exp(z - z.amax(-1, keepdim=True))
    return powers / powers.sum(-1, keepdim=True)

# %% transposed | wrong | axis | core | mistake: result-transposed
# the result lies transposed
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.transpose(dim, -1)
    e = torch.exp(z - z.amax(-1, keepdim=True))
    return e / e.sum(-1, keepdim=True)

# %% whole_tensor | wrong | axis | core | mistake: whole-tensor
# the sum runs over all entries of the tensor
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.max())
    return e / e.sum()

# %% cpu_zeros | wrong | device | robustness | mistake: tensor-on-cpu
# a tensor created on the CPU
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.zeros(z.shape, dtype=z.dtype) + torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% item | wrong | stability | robustness | mistake: global-maximum
# the largest entry of all slices, as a Python number
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    largest = max(z.reshape(-1).tolist())
    e = torch.exp(z - largest)
    return e / e.sum(dim, keepdim=True)

# %% asks_its_values | right
# branches on what is infinite, and asserts that the result is not
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    if torch.isinf(z).any():
        e = e.masked_fill(torch.isinf(z), 0.0)
    weights = e / e.sum(dim, keepdim=True)
    assert torch.isfinite(weights).all()
    return weights

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.float()
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% float64 | wrong | dtype | robustness | mistake: result-float64
# always float64
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.double()
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% half | wrong | dtype | core | mistake: computed-in-half
# computed in bfloat16
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp((z - z.amax(dim, keepdim=True)).bfloat16())
    return (e / e.sum(dim, keepdim=True)).to(z.dtype)

# %% absolute | wrong | normalisation | core | mistake: sum-without-exp
# absolute values over their sum
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return z.abs() / z.abs().sum(dim, keepdim=True)

# %% as_it_is | wrong | normalisation | core | mistake: no-softmax
# gives back what came in
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return z.clone()

# %% cumulative | wrong | normalisation | core | mistake: by-running-sum
# divided by running sums
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.cumsum(dim)

# %% divided_by_maximum | wrong | normalisation | core | mistake: exp-alone
# divided by the largest instead of the sum
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.amax(dim, keepdim=True)

# %% eps | wrong | normalisation | core | mistake: constant-in-denominator
# a small constant in the denominator
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z)
    return e / (e.sum(dim, keepdim=True) + 1e-8)

# %% eps_large | wrong | normalisation | core | mistake: constant-in-denominator
# a constant is added to the sum
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z)
    return e / (e.sum(dim, keepdim=True) + 1e-3)

# %% euclidean | wrong | normalisation | core | mistake: euclidean
# divided by the length of the vector of exponentials
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.norm(dim=dim, keepdim=True)

# %% last_left_out | wrong | normalisation | core | mistake: last-left-out
# the last entry is missing in the sum
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    s = e.narrow(dim, 0, max(z.shape[dim] - 1, 1)).sum(dim, keepdim=True)
    return e / s

# %% max_only_numerator | wrong | normalisation | core | mistake: maximum-in-numerator-only
# the maximum is taken away in the numerator only
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - z.amax(dim, keepdim=True)) / torch.exp(z).sum(dim, keepdim=True)

# %% mean | wrong | normalisation | core | mistake: by-mean
# divided by the mean instead of the sum
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.mean(dim, keepdim=True)

# %% no_exp | wrong | normalisation | core | mistake: sum-without-exp
# entries over their sum, without exp
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return z / z.sum(dim, keepdim=True)

# %% no_keepdim | wrong | normalisation | core | mistake: no-keepdim
# sum without keepdim
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim)

# %% shifted_sum | wrong | normalisation | core | mistake: shifted-after-exp
# the maximum taken away after exp
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z) - torch.exp(z).amax(dim, keepdim=True)
    return e / e.sum(dim, keepdim=True)

# %% sum_of_hundred | wrong | normalisation | core | mistake: length-cut-off
# the sum is taken over a hundred entries
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.narrow(dim, 0, min(100, z.shape[dim])).sum(dim, keepdim=True)

# %% sum_other_axis | wrong | normalisation | core | mistake: sum-of-other-axis
# the sum runs over another dimension
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim - 1 if z.dim() > 1 else dim, keepdim=True)

# %% twice | wrong | normalisation | core | mistake: softmax-twice
# applied twice
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    for _ in range(2):
        e = torch.exp(z - z.amax(dim, keepdim=True))
        z = e / e.sum(dim, keepdim=True)
    return z

# %% unnormalised | wrong | normalisation | core | mistake: exp-alone
# exp, not divided by the sum
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - z.amax(dim, keepdim=True))

# %% size_scaled | wrong | scale | core | mistake: divided-by-length
# entries divided by the root of their number first
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z / z.shape[dim] ** 0.5
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% temperature | wrong | scale | core | mistake: other-scale
# a temperature of 1.1
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp((z - z.amax(dim, keepdim=True)) / 1.1)
    return e / e.sum(dim, keepdim=True)

# %% eight | wrong | shape | core | mistake: length-limited
# refuses more than eight entries
def softmax(z, dim=-1):
    assert z.shape[dim] <= 8
    e = torch.exp(z - z.amax(dim=dim, keepdim=True))
    return e / e.sum(dim=dim, keepdim=True)

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def softmax(x, axis=-1):
    e = torch.exp(x - x.amax(axis, keepdim=True))
    return e / e.sum(axis, keepdim=True)

# %% squeeze_result | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# dimensions of size one are lost
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return (e / e.sum(dim, keepdim=True)).squeeze()

# %% squeezed | wrong | shape | core | mistake: extra-dimension
# a dimension of size one is lost
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return (e / e.sum(dim, keepdim=True)).unsqueeze(0)

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous | public: results
# view on what may not be contiguous
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.transpose(dim, -1)
    flat = z.view(-1)
    e = torch.exp(z - flat.view(z.shape).amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% absolute_maximum | wrong | stability | robustness | mistake: other-than-maximum
# the largest absolute value is taken away
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.abs().amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% clamped_to_fifty | wrong | stability | robustness | mistake: scores-clamped
# entries held between -50 and 50
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z.clamp(-50, 50))
    return e / e.sum(dim, keepdim=True)

# %% finfo_minus | wrong | stability | robustness | mistake: infinity-made-finite
# -inf becomes a large number
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.clamp(min=-30.0 + z.detach().amax(dim, keepdim=True))
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% first_entry | wrong | stability | robustness | mistake: other-than-maximum
# the first entry is taken away
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.narrow(dim, 0, 1))
    return e / e.sum(dim, keepdim=True)

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum
# one maximum for all
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.max())
    return e / e.sum(dim, keepdim=True)

# %% mean_instead | wrong | stability | robustness | mistake: other-than-maximum
# the mean is taken away
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.mean(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% nan_to_num | wrong | stability | robustness | mistake: nan-covered-up
# NaN is covered up
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z)
    return (e / e.sum(dim, keepdim=True)).nan_to_num(0.0)

# %% no_maximum | wrong | stability | robustness | mistake: no-maximum
# no maximum taken away
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z)
    return e / e.sum(dim, keepdim=True)

# %% shifted_when_huge | wrong | stability | robustness | mistake: no-maximum | public: extremes
# subtracts the maximum only where an entry is above a thousand
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    if z.abs().max() > 1000:
        z = z - z.amax(dim=dim, keepdim=True)
    e = torch.exp(z)
    return e / e.sum(dim=dim, keepdim=True)

# %% smallest_instead | wrong | stability | robustness | mistake: infinity-made-finite
# -inf becomes the most negative finite number
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.clamp(min=torch.finfo(z.dtype).min)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% wrong_axis_maximum | wrong | stability | robustness | mistake: global-maximum
# the maximum of another dimension
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax((dim - 1) % z.dim(), keepdim=True).detach().amax())
    return e / e.sum(dim, keepdim=True)

# %% cached | wrong | state | core | mistake: first-result-kept | also: no-gradient-flows
# remembers the first result of a shape
KEPT = {}


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    key = (tuple(z.shape), dim)
    if key not in KEPT:
        e = torch.exp(z - z.amax(dim, keepdim=True))
        KEPT[key] = e / e.sum(dim, keepdim=True)
    return KEPT[key]

# %% default_dtype | wrong | state | robustness | mistake: default-dtype-changed | public: settings
# sets the default dtype
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    torch.set_default_dtype(torch.float64 if z.dtype is torch.float32 else torch.float32)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% draws | wrong | state | robustness | mistake: generator-moved
# moves the generator
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    torch.rand(1)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% mutates | wrong | state | robustness | mistake: input-changed-in-place
# works in place on the input
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    with torch.no_grad():
        z -= z.amax(dim, keepdim=True)
    e = torch.exp(z)
    return e / e.sum(dim, keepdim=True)

# %% mutates_data | wrong | state | robustness | mistake: input-changed-in-place
# changes the data of the input
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z.data.sub_(z.data.amax(dim, keepdim=True))
    e = torch.exp(z)
    return e / e.sum(dim, keepdim=True)

# %% same_place | wrong | state | core | mistake: result-memory-shared
# every result of a shape is written to the same place
KEPT = {}


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    result = torch.exp(z - z.amax(dim, keepdim=True)) / torch.exp(z - z.amax(dim, keepdim=True)).sum(dim, keepdim=True)
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]

# %% base_two | wrong | values | core | mistake: base-two
# powers of two instead of exp
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = 2.0 ** (z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% clamped_to_five | wrong | values | core | mistake: scores-clamped
# entries held between -5 and 5
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z.clamp(-5, 5))
    return e / e.sum(dim, keepdim=True)

# %% gumbel | wrong | values | core | mistake: noise-added
# noise is added
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    noise = -torch.log(-torch.log(torch.rand_like(z)))
    e = torch.exp(z + 0.1 * noise - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% log | wrong | values | core | mistake: log-softmax
# the logarithm of softmax
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return torch.log(e / e.sum(dim, keepdim=True))

# %% maximum_value_too | wrong | values | core | mistake: maximum-in-numerator-only
# the place of the maximum is taken away, not its value
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.max(dim, keepdim=True).indices)
    return e / torch.exp(z - z.max(dim, keepdim=True).values).sum(dim, keepdim=True)

# %% one_hot | wrong | values | core | mistake: one-hot
# everything goes to the largest entry
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return (z == z.amax(dim, keepdim=True)).to(z.dtype)

# %% positive_part | wrong | values | core | mistake: negative-entries-dropped
# negative entries get 0
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True)) * (z > 0)
    return e / e.sum(dim, keepdim=True)

# %% rounded | wrong | values | core | mistake: result-rounded
# rounded to 4 decimals
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return torch.round(e / e.sum(dim, keepdim=True), decimals=4)

# %% sigmoid | wrong | values | core | mistake: sigmoid-shares
# sigmoids over their sum
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.sigmoid(z)
    return e / e.sum(dim, keepdim=True)

# %% softmin | wrong | values | core | mistake: softmin
# the sign of the entries is turned
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z.amin(dim, keepdim=True) - z)
    return e / e.sum(dim, keepdim=True)

# %% sorted | wrong | values | core | mistake: sorted
# entries come out sorted
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True)).sort(dim).values
    return e / e.sum(dim, keepdim=True)

# %% taylor | wrong | values | core | mistake: exp-approximated
# a Taylor polynomial for exp
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = 1 + z + z**2 / 2 + z**3 / 6 + z**4 / 24
    return e / e.sum(dim, keepdim=True)
