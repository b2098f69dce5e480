# Wrong and right programs of LayerNorm; docs/reference/programs.md describes the form.

# %% var | right
# torch.var with the divisor d
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         variance = x.var(dim=-1, keepdim=True, unbiased=False)

# %% var_mean | right
# mean and variance at once
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         variance, mean = torch.var_mean(x, dim=-1, keepdim=True, correction=0)
#+         centred = x - mean

# %% rsqrt | right
# a factor in place of a quotient
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred * torch.rsqrt(variance + self.eps)

# %% einsum | right
# sums of products
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         variance = torch.einsum("...d,...d->...", centred, centred)[..., None] / x.shape[-1]

# %% addcmul | right
# scale and shift in one step
#-         return self.weight * normalised + self.bias
#+         return torch.addcmul(self.bias, self.weight, normalised)

# %% length | right
# the length of the centred vector
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         length = torch.sqrt(centred.square().sum(-1, keepdim=True) + x.shape[-1] * self.eps)
#+         normalised = centred * math.sqrt(x.shape[-1]) / length

# %% two_means | right
# the mean, taken away twice
#-         centred = x - mean
#+         centred = x - mean
#+         centred = centred - centred.mean(-1, keepdim=True)

# %% unbiased | wrong | normalisation | core | mistake: variance-by-one-less
# torch.var as it comes
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         variance = x.var(dim=-1, keepdim=True)

# %% std | wrong | normalisation | core | mistake: eps-outside-root
# eps is added to the standard deviation
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / (torch.sqrt(variance) + self.eps)

# %% no_eps | wrong | stability | core | mistake: eps-missing
# no eps
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / torch.sqrt(variance)

# %% eps_as_minimum | wrong | stability | core | mistake: eps-as-minimum
# eps as the smallest variance
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / torch.sqrt(variance.clamp(min=self.eps))

# %% eps_fixed | wrong | normalisation | core | mistake: eps-ignored
# always 1e-5
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / torch.sqrt(variance + 1e-5)

# %% eps_squared | wrong | normalisation | core | mistake: eps-squared
# eps is squared
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / torch.sqrt(variance + self.eps**2)

# %% default_eps | wrong | normalisation | core | mistake: eps-other-default
# another default
class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-12) -> None:
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x: Tensor) -> Tensor:
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.weight * centred / torch.sqrt(centred.square().mean(dim=-1, keepdim=True) + self.eps) + self.bias

# %% no_mean | wrong | normalisation | core | mistake: mean-kept
# the mean stays
#-         centred = x - mean
#+         centred = x

# %% mean_after | wrong | normalisation | core | mistake: mean-kept
# variance around the mean, mean not taken away
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = x / torch.sqrt(variance + self.eps)

# %% spread_kept | wrong | normalisation | core | mistake: spread-kept
# only the mean is taken away
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred

# %% no_root | wrong | normalisation | core | mistake: root-missing
# divided by the variance
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / (variance + self.eps)

# %% length_one | wrong | normalisation | core | mistake: norm-length-one
# vectors of length 1
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         variance = centred.square().sum(dim=-1, keepdim=True)

# %% absolute | wrong | normalisation | core | mistake: norm-other-spread
# the mean distance for the standard deviation
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / (centred.abs().mean(dim=-1, keepdim=True) + self.eps)

# %% range | wrong | normalisation | core | mistake: norm-other-spread
# the range for the standard deviation
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / (x.amax(-1, keepdim=True) - x.amin(-1, keepdim=True) + self.eps)

# %% over_tokens | wrong | axis | core | mistake: norm-over-tokens
# over the tokens
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-2 if x.dim() > 1 else -1, keepdim=True)
#+         centred = x - mean
#+         variance = centred.square().mean(dim=-2 if x.dim() > 1 else -1, keepdim=True)

# %% over_batch | wrong | axis | core | mistake: norm-over-batch
# over the batch
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=0, keepdim=True)
#+         centred = x - mean
#+         variance = centred.square().mean(dim=0, keepdim=True)

# %% over_text | wrong | axis | core | mistake: norm-over-text
# over tokens and columns together
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         dims = tuple(range(1, x.dim())) or (-1,)
#+         mean = x.mean(dim=dims, keepdim=True)
#+         centred = x - mean
#+         variance = centred.square().mean(dim=dims, keepdim=True)

# %% over_everything | wrong | axis | core | mistake: norm-over-text
# over all numbers
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         mean = x.mean()
#+         centred = x - mean
#+         variance = centred.square().mean()

# %% dim_one | wrong | axis | core | mistake: norm-over-tokens
# over dimension 1
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         dim = min(1, x.dim() - 1)
#+         mean = x.mean(dim=dim, keepdim=True)
#+         centred = x - mean
#+         variance = centred.square().mean(dim=dim, keepdim=True)

# %% no_scale | wrong | values | core | mistake: norm-scale-unused
# the weight is not used
#-         return self.weight * normalised + self.bias
#+         return normalised + self.bias + 0 * self.weight

# %% weights_forgotten | wrong | values | core | mistake: norm-scale-unused
# weight and bias are not used
#-         return self.weight * normalised + self.bias
#+         return normalised

# %% no_shift | wrong | values | core | mistake: norm-shift-unused
# the bias is not used
#-         return self.weight * normalised + self.bias
#+         return self.weight * normalised + 0 * self.bias

# %% shift_scaled | wrong | values | core | mistake: norm-shift-scaled
# the shift comes before the scale
#-         return self.weight * normalised + self.bias
#+         return self.weight * (normalised + self.bias)

# %% one_plus | wrong | values | core | mistake: norm-scale-plus-one
# the weight is added to 1
#-         return self.weight * normalised + self.bias
#+         return (1 + self.weight) * normalised + self.bias

# %% zeros | wrong | state | core | mistake: norm-start
# the weight begins with zeros
#-         self.weight = nn.Parameter(torch.ones(d_model))
#+         self.weight = nn.Parameter(torch.zeros(d_model))

# %% bias_ones | wrong | state | core | mistake: norm-start
# the bias begins with ones
#-         self.bias = nn.Parameter(torch.zeros(d_model))
#+         self.bias = nn.Parameter(torch.ones(d_model))

# %% order | wrong | state | core | mistake: creation-order
# the bias first
#-         self.weight = nn.Parameter(torch.ones(d_model))
#-         self.bias = nn.Parameter(torch.zeros(d_model))
#+         self.bias = nn.Parameter(torch.zeros(d_model))
#+         self.weight = nn.Parameter(torch.ones(d_model))

# %% names | wrong | state | core | mistake: parameter-names
# gamma and beta
#-         self.weight = nn.Parameter(torch.ones(d_model))
#-         self.bias = nn.Parameter(torch.zeros(d_model))
#+         self.gamma = nn.Parameter(torch.ones(d_model))
#+         self.beta = nn.Parameter(torch.zeros(d_model))

#-         return self.weight * normalised + self.bias
#+         return self.gamma * normalised + self.beta

# %% one_number | wrong | state | core | mistake: norm-one-number
# one scale and one shift for all columns
#-         self.weight = nn.Parameter(torch.ones(d_model))
#-         self.bias = nn.Parameter(torch.zeros(d_model))
#+         self.weight = nn.Parameter(torch.ones(1))
#+         self.bias = nn.Parameter(torch.zeros(1))

# %% plain | wrong | autograd | core | mistake: plain-tensors
# plain tensors
#-         self.weight = nn.Parameter(torch.ones(d_model))
#-         self.bias = nn.Parameter(torch.zeros(d_model))
#+         self.weight = torch.ones(d_model)
#+         self.bias = torch.zeros(d_model)

# %% frozen | wrong | autograd | core | mistake: frozen-parameters
# the weight is not learned
#-         self.weight = nn.Parameter(torch.ones(d_model))
#+         self.weight = nn.Parameter(torch.ones(d_model), requires_grad=False)

# %% buffer | wrong | state | core | mistake: buffer-in-state
# eps in the state dict
#-         self.eps = eps
#+         self.eps = eps
#+         self.register_buffer("eps_kept", torch.tensor(eps))

# %% detached | wrong | autograd | core | mistake: gradients-cut
# mean and variance are detached
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True).detach()
#+         centred = x - mean
#+         variance = centred.square().mean(dim=-1, keepdim=True).detach()

# %% variance_detached | wrong | autograd | core | mistake: gradients-cut
# the variance is detached
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / torch.sqrt(variance.detach() + self.eps)

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# statistics under no_grad
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         with torch.no_grad():
#+             mean = x.mean(dim=-1, keepdim=True)
#+             variance = (x - mean).square().mean(dim=-1, keepdim=True)
#+         centred = x - mean

# %% evaluation | wrong | state | core | mistake: other-in-evaluation
# nothing is normalised in evaluation mode
#-         mean = x.mean(dim=-1, keepdim=True)
#+         if not self.training:
#+             return self.weight * x + self.bias
#+         mean = x.mean(dim=-1, keepdim=True)

# %% kept | wrong | state | core | mistake: first-result-kept
# statistics of the first call are used again
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         if not hasattr(self, "spread"):
#+             self.spread = torch.sqrt(variance + self.eps).mean().item()
#+         normalised = centred / self.spread

# %% squares | wrong | stability | robustness | mistake: variance-by-squares
# mean of squares minus square of mean
#-         variance = centred.square().mean(dim=-1, keepdim=True)
#+         variance = (x.square().mean(dim=-1, keepdim=True) - mean.square()).clamp(min=0)

# %% overflow | wrong | stability | robustness | mistake: norm-clamped
# entries are held between -100 and 100
#-         mean = x.mean(dim=-1, keepdim=True)
#+         x = x.clamp(-100, 100)
#+         mean = x.mean(dim=-1, keepdim=True)

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-         return self.weight * normalised + self.bias
#+         return (self.weight * normalised + self.bias).float()

# %% through_float32 | wrong | dtype | robustness | mistake: computed-in-float32 | public: digits
# float32 on the way
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = (centred.float() / torch.sqrt(variance.float() + self.eps)).to(x.dtype)

# %% cpu | wrong | device | robustness | mistake: tensor-on-cpu
# eps as a tensor on the CPU
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = centred / torch.sqrt(variance + torch.full((1,), self.eps, dtype=x.dtype))

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# the mean is taken away in place
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#+         x.data.sub_(x.data.mean(dim=-1, keepdim=True))
#+         centred = x - x.mean(dim=-1, keepdim=True)

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed
# sizes of one are lost
#-         return self.weight * normalised + self.bias
#+         return (self.weight * normalised + self.bias).squeeze()

# %% no_keepdim | wrong | shape | core | mistake: norm-no-keepdim
# without keepdim
#-         mean = x.mean(dim=-1, keepdim=True)
#-         centred = x - mean
#+         mean = x.mean(dim=-1)
#+         centred = x - mean

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
class LayerNorm(nn.Module):
    def __init__(self, width: int, epsilon: float = 1e-5) -> None:
        super().__init__()
        self.epsilon = epsilon
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, vectors: Tensor) -> Tensor:
        centred = vectors - vectors.mean(-1, keepdim=True)
        return self.weight * centred * (centred.square().mean(-1, keepdim=True) + self.epsilon).rsqrt() + self.bias
