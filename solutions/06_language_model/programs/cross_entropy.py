# Wrong and right programs of cross_entropy; docs/reference/programs.md describes the form.

# %% logsumexp | right
# the logarithm of the sum, less the logit of the target
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     picked = logits.gather(-1, targets.unsqueeze(-1)).squeeze(-1)
#+     return (torch.logsumexp(logits, dim=-1) - picked).mean()

# %% one_hot | right
# a product with one-hot rows
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     hot = nn.functional.one_hot(targets, logits.shape[-1]).to(logits.dtype)
#+     return -(log_probabilities * hot).sum(dim=-1).mean()

# %% flat | right
# all rows below one another
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     rows = log_probabilities.reshape(-1, logits.shape[-1])
#+     flat = targets.reshape(-1)
#+     return -rows[torch.arange(len(flat), device=flat.device), flat].mean()

# %% along_dim | right
# take_along_dim
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#+     of_targets = torch.take_along_dim(log_probabilities, targets.unsqueeze(-1), dim=-1)

# %% by_hand | right
# the largest logit taken away by hand
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     shifted = logits - logits.amax(dim=-1, keepdim=True).detach()
#+     log_probabilities = shifted - shifted.exp().sum(dim=-1, keepdim=True).log()

# %% sum_over_count | right
# the sum over the number of targets
#-     return -of_targets.mean()
#+     return -of_targets.sum() / targets.numel()

# %% categorical | right
# the logarithm of a probability, from torch.distributions
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     return -torch.distributions.Categorical(logits=logits, validate_args=False).log_prob(targets).mean()

# %% sum | wrong | values | core | mistake: loss-summed
# the sum
#-     return -of_targets.mean()
#+     return -of_targets.sum()

# %% by_batch | wrong | values | core | mistake: loss-by-batch
# divided by the number of texts
#-     return -of_targets.mean()
#+     return -of_targets.sum() / logits.shape[0]

# %% by_vocabulary | wrong | values | core | mistake: loss-by-vocabulary
# divided by the size of the vocabulary as well
#-     return -of_targets.mean()
#+     return -of_targets.mean() / logits.shape[-1]

# %% all_entries | wrong | values | core | mistake: loss-by-vocabulary
# the mean over one-hot products
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     hot = nn.functional.one_hot(targets, logits.shape[-1]).to(logits.dtype)
#+     return -(log_probabilities * hot).mean()

# %% no_sign | wrong | values | core | mistake: loss-sign
# no minus
#-     return -of_targets.mean()
#+     return of_targets.mean()

# %% no_softmax | wrong | normalisation | core | mistake: loss-of-logits
# minus the logit
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = logits

# %% log_of_logits | wrong | normalisation | core | mistake: loss-of-logits
# the logarithm of the logit
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = logits.abs().log()

# %% no_logarithm | wrong | values | core | mistake: loss-without-log
# minus the probability
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = torch.softmax(logits, dim=-1)

# %% one_minus | wrong | values | core | mistake: loss-without-log
# 1 minus the probability
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     shares = torch.softmax(logits, dim=-1)
#+     return 1 - shares.gather(-1, targets[..., None]).mean()

# %% log_of_mean | wrong | values | core | mistake: loss-log-of-mean
# the logarithm of the mean probability
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     shares = torch.softmax(logits, dim=-1)
#+     return -shares.gather(-1, targets[..., None]).mean().log()

# %% base_two | wrong | values | core | mistake: loss-in-bits
# in bits
#-     return -of_targets.mean()
#+     return -of_targets.mean() / math.log(2)

# %% softmax_twice | wrong | normalisation | core | mistake: softmax-twice
# a softmax of the softmax
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = torch.log_softmax(torch.softmax(logits, dim=-1), dim=-1)

# %% perplexity | wrong | values | core | mistake: loss-exponential
# the perplexity
#-     return -of_targets.mean()
#+     return (-of_targets.mean()).exp()

# %% over_first | wrong | axis | core | mistake: loss-other-axis
# softmax over the first dimension
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = torch.log_softmax(logits, dim=0)

# %% over_tokens | wrong | axis | core | mistake: loss-other-axis
# softmax over the tokens
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = torch.log_softmax(logits, dim=-2 if logits.dim() > 1 else -1)

# %% over_dimension_one | wrong | axis | core | mistake: loss-other-axis
# softmax over dimension 1
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = torch.log_softmax(logits, dim=1 if logits.dim() > 1 else 0)

# %% over_everything | wrong | axis | core | mistake: loss-other-axis
# softmax over all logits
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = torch.log_softmax(logits.reshape(-1), dim=0).reshape(logits.shape)

# %% targets_by_first | wrong | axis | core | mistake: loss-targets-rearranged
# the targets in another order than the logits
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#+     of_targets = log_probabilities.reshape(-1, logits.shape[-1]).gather(-1, targets.flip(0).reshape(-1, 1))

# %% zero_ignored | wrong | values | core | mistake: loss-skips-targets
# target 0 is ignored like padding
#-     return -of_targets.mean()
#+     counted = (targets != 0)[..., None]
#+     return -(of_targets * counted).sum() / counted.sum().clamp(min=1)

# %% last_ignored | wrong | values | core | mistake: loss-skips-targets
# the last target of each text is left out
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     of_targets = log_probabilities.gather(-1, targets[..., None])[..., :-1, :] if targets.dim() and targets.shape[-1] > 1 else log_probabilities.gather(-1, targets[..., None])
#+     return -of_targets.mean()

# %% last_only | wrong | values | core | mistake: loss-skips-targets
# only the last target of each text
#-     return -of_targets.mean()
#+     return -(of_targets[..., -1, :] if targets.dim() else of_targets).mean()

# %% first_text | wrong | axis | core | mistake: first-of-batch
# only the first text
#-     return -of_targets.mean()
#+     return -(of_targets[0] if targets.dim() else of_targets).mean()

# %% shifted | wrong | values | core | mistake: loss-targets-rearranged
# targets moved on by one
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#+     of_targets = log_probabilities.gather(-1, targets.roll(-1, -1)[..., None] if targets.dim() else targets[..., None])

# %% squared | wrong | values | core | mistake: loss-other
# squared differences from one-hot rows
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     hot = nn.functional.one_hot(targets, logits.shape[-1]).to(logits.dtype)
#+     return (torch.softmax(logits, dim=-1) - hot).square().sum(dim=-1).mean()

# %% smoothed | wrong | values | core | mistake: loss-other
# a tenth of each target for all tokens
#-     return -of_targets.mean()
#+     return -(0.9 * of_targets + 0.1 * log_probabilities.mean(dim=-1, keepdim=True)).mean()

# %% median | wrong | values | core | mistake: loss-other
# the median
#-     return -of_targets.mean()
#+     return -of_targets.median()

# %% binary | wrong | values | core | mistake: loss-other
# each token for itself
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     hot = nn.functional.one_hot(targets, logits.shape[-1]).to(logits.dtype)
#+     return (nn.functional.softplus(logits) - hot * logits).sum(dim=-1).mean()

# %% each | wrong | shape | core | mistake: many-for-one
# a number for each target
#-     return -of_targets.mean()
#+     return -of_targets[..., 0]

# %% by_text | wrong | shape | core | mistake: many-for-one
# a number for each text
#-     return -of_targets.mean()
#+     return -of_targets[..., 0].mean(dim=-1) if targets.dim() else -of_targets.mean()

# %% one_entry | wrong | shape | core | mistake: extra-dimension
# a tensor with one entry
#-     return -of_targets.mean()
#+     return -of_targets.mean().reshape(1)

# %% number | wrong | autograd | core | mistake: through-python-numbers
# a Python number
#-     return -of_targets.mean()
#+     return -of_targets.mean().item()

# %% detached | wrong | autograd | core | mistake: gradients-cut
# the sum is detached
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = logits - torch.logsumexp(logits, dim=-1, keepdim=True).detach()

# %% maximum_learned | wrong | autograd | core | mistake: gradients-cut
# the result is detached
#-     return -of_targets.mean()
#+     return -of_targets.mean().detach()

# %% flat_only | wrong | shape | core | mistake: leading-dimensions
# one leading dimension only
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     return -log_probabilities[torch.arange(len(targets)), targets].mean()

# %% two_only | wrong | shape | core | mistake: leading-dimensions
# two leading dimensions only
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     B, T, V = logits.shape
#+     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     of_targets = log_probabilities.gather(-1, targets[..., None])
#+     return -of_targets.mean()

# %% kept | wrong | state | core | mistake: first-result-kept
# the first loss of a shape is kept
KEPT = {}
#-     return -of_targets.mean()
#+     key = tuple(logits.shape)
#+     if key not in KEPT or logits.requires_grad:
#+         KEPT[key] = -of_targets.mean()
#+     return KEPT[key]

# %% log_of_softmax | wrong | stability | robustness | mistake: log-of-rounded
# softmax, then log
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = torch.softmax(logits, dim=-1).log()

# %% no_maximum | wrong | stability | robustness | mistake: no-maximum
# exponentials as they are
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = logits - logits.exp().sum(dim=-1, keepdim=True).log()

# %% small_number | wrong | stability | robustness | mistake: loss-cut-off
# a small number inside of the logarithm
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = (torch.softmax(logits, dim=-1) + 1e-12).log()

# %% clamped | wrong | stability | robustness | mistake: loss-cut-off
# the probability is at least 1e-9
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = torch.softmax(logits, dim=-1).clamp(min=1e-9).log()

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum | public: extremes
# one maximum for all rows
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     shifted = logits - logits.max().detach()
#+     log_probabilities = shifted - shifted.exp().sum(dim=-1, keepdim=True).log()

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-     return -of_targets.mean()
#+     return -of_targets.mean().float()

# %% through_float32 | wrong | dtype | robustness | mistake: computed-in-float32 | public: digits
# float32 on the way
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     log_probabilities = torch.log_softmax(logits.float(), dim=-1).to(logits.dtype)

# %% cpu | wrong | device | robustness | mistake: tensor-on-cpu
# one-hot rows on the CPU
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     hot = torch.eye(logits.shape[-1], dtype=logits.dtype)[targets]
#+     return -(log_probabilities * hot).sum(dim=-1).mean()

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# the largest logit is taken away in place
#-     log_probabilities = torch.log_softmax(logits, dim=-1)
#+     logits.data.sub_(logits.data.amax(dim=-1, keepdim=True))
#+     log_probabilities = torch.log_softmax(logits, dim=-1)

# %% contiguous_view | wrong | shape | robustness | mistake: view-of-noncontiguous
# view of what may not be contiguous
#-     of_targets = log_probabilities.gather(-1, targets[..., None])
#-     return -of_targets.mean()
#+     rows = log_probabilities.view(-1, logits.shape[-1])
#+     return -rows.gather(-1, targets.view(-1, 1)).mean()

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def cross_entropy(scores, labels):
    return -torch.log_softmax(scores, dim=-1).gather(-1, labels[..., None]).mean()
