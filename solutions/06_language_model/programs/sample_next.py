# Wrong and right programs of sample_next; docs/reference/programs.md describes the form.

# %% sorted | right
# the k-th largest from sorted logits
#-         largest, _ = scaled.topk(top_k, dim=-1)
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         smallest = scaled.sort(dim=-1, descending=True).values[:, top_k - 1 : top_k]
#+         scaled = torch.where(scaled < smallest, -torch.inf, scaled)

# %% scattered | right
# the largest are put into a tensor of minus infinities
#-         largest, _ = scaled.topk(top_k, dim=-1)
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         values, places = scaled.topk(top_k, dim=-1)
#+         scaled = torch.full_like(scaled, -torch.inf).scatter(-1, places, values)

# %% top_k_first | right
# top k before the temperature
#-     scaled = logits / temperature
#-     if top_k is not None and top_k < scaled.shape[-1]:
#-         largest, _ = scaled.topk(top_k, dim=-1)
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+     kept = min(top_k or logits.shape[-1], logits.shape[-1])
#+     smallest = logits.topk(kept, dim=-1).values[:, -1:]
#+     scaled = logits.masked_fill(logits < smallest, -torch.inf) / temperature

# %% squeezed | right
# one dimension squeezed
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     return torch.multinomial(probabilities, num_samples=1, generator=generator).squeeze(-1)

# %% by_hand | right
# probabilities by hand, divided after top k
#-         largest, _ = scaled.topk(top_k, dim=-1)
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#-     probabilities = torch.softmax(scaled, dim=-1)
#+         smallest = scaled.topk(top_k, dim=-1).values[:, -1:]
#+         scaled = scaled.masked_fill(scaled < smallest, -torch.inf)
#+     shares = (scaled - scaled.amax(dim=-1, keepdim=True)).exp()
#+     probabilities = shares / shares.sum(dim=-1, keepdim=True)

# %% kthvalue | right
# kthvalue
#-         largest, _ = scaled.topk(top_k, dim=-1)
#+         largest = scaled.kthvalue(scaled.shape[-1] - top_k + 1, dim=-1, keepdim=True).values

# %% always_greedy | wrong | values | core | mistake: never-drawn
# nothing is ever drawn
#-     if temperature == 0:
#+     if True:

# %% no_zero | wrong | stability | core | mistake: temperature-zero
# temperature 0 is divided by
#-     if temperature == 0:
#-         return logits.argmax(dim=-1)
#+     assert temperature >= 0

# %% zero_as_small | wrong | stability | core | mistake: temperature-zero
# temperature 0 is a small one
#-     if temperature == 0:
#-         return logits.argmax(dim=-1)
#-     scaled = logits / temperature
#+     scaled = logits / max(temperature, 1e-6)

# %% zero_as_one | wrong | values | core | mistake: temperature-zero
# temperature 0 counts as 1
#-     if temperature == 0:
#-         return logits.argmax(dim=-1)
#-     scaled = logits / temperature
#+     scaled = logits / (temperature or 1.0)

# %% last_of_largest | wrong | values | core | mistake: greedy-last
# the last of the largest
#-         return logits.argmax(dim=-1)
#+         return logits.shape[-1] - 1 - logits.flip(-1).argmax(dim=-1)

# %% smallest | wrong | values | core | mistake: greedy-smallest
# the smallest
#-         return logits.argmax(dim=-1)
#+         return logits.argmin(dim=-1)

# %% multiplied | wrong | scale | core | mistake: temperature-multiplied
# logits times temperature
#-     scaled = logits / temperature
#+     scaled = logits * temperature

# %% ignored | wrong | scale | core | mistake: temperature-ignored
# the temperature plays no part above 0
#-     scaled = logits / temperature
#+     scaled = logits

# %% after_softmax | wrong | scale | core | mistake: temperature-after-softmax | also: temperature-ignored
# the probabilities are divided
#-     scaled = logits / temperature
#+     scaled = logits

#-     probabilities = torch.softmax(scaled, dim=-1)
#+     probabilities = torch.softmax(scaled, dim=-1) / temperature

# %% squared_temperature | wrong | scale | core | mistake: temperature-other
# the square of the temperature
#-     scaled = logits / temperature
#+     scaled = logits / temperature**2

# %% root_temperature | wrong | scale | core | mistake: temperature-other
# the root of the temperature
#-     scaled = logits / temperature
#+     scaled = logits / math.sqrt(temperature)

# %% top_k_ignored | wrong | values | core | mistake: top-k-ignored
# top_k plays no part
#-     if top_k is not None and top_k < scaled.shape[-1]:
#+     if False:

# %% k_smallest | wrong | values | core | mistake: top-k-smallest
# the k smallest are kept
#-         largest, _ = scaled.topk(top_k, dim=-1)
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         smallest, _ = scaled.topk(top_k, dim=-1, largest=False)
#+         scaled = scaled.masked_fill(scaled > smallest[:, -1:], -torch.inf)

# %% one_less | wrong | values | core | mistake: top-k-off-by-one
# one less than k is kept
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         scaled = scaled.masked_fill(scaled <= largest[:, -1:], -torch.inf) if top_k > 1 else scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)

# %% one_more | wrong | values | core | mistake: top-k-off-by-one
# one more than k is kept
#-         largest, _ = scaled.topk(top_k, dim=-1)
#+         largest, _ = scaled.topk(top_k + 1, dim=-1)

# %% zero_for_hidden | wrong | values | core | mistake: top-k-zeros
# the others get logit 0
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         scaled = scaled.masked_fill(scaled < largest[:, -1:], 0.0)

# %% first_row_decides | wrong | axis | core | mistake: top-k-over-batch
# the k-th of the first row for all
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         scaled = scaled.masked_fill(scaled < largest[:1, -1:], -torch.inf) if len(scaled) else scaled

# %% whole_batch | wrong | axis | core | mistake: top-k-over-batch
# the k largest of the whole batch
#-         largest, _ = scaled.topk(top_k, dim=-1)
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         largest = scaled.flatten().topk(min(top_k * len(scaled), scaled.numel())).values
#+         scaled = scaled.masked_fill(scaled < largest[-1], -1e9)

# %% larger_k | wrong | values | core | mistake: top-k-too-large
# a k above the vocabulary raises
#-     if top_k is not None and top_k < scaled.shape[-1]:
#+     if top_k is not None:

# %% in_falling_order | wrong | values | core | mistake: draws-in-other-order
# draws among the k largest in falling order
#-         largest, _ = scaled.topk(top_k, dim=-1)
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         values, places = scaled.topk(top_k, dim=-1)
#+         drawn = torch.multinomial(torch.softmax(values, dim=-1), 1, generator=generator)
#+         return places.gather(-1, drawn)[:, 0]

# %% all_in_falling_order | wrong | values | core | mistake: draws-in-other-order
# draws in falling order of the logits
#-     probabilities = torch.softmax(scaled, dim=-1)
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     values, places = scaled.sort(dim=-1, descending=True)
#+     drawn = torch.multinomial(torch.softmax(values, dim=-1), 1, generator=generator)
#+     return places.gather(-1, drawn)[:, 0]

# %% no_generator | wrong | state | core | mistake: generator-ignored
# the generator plays no part
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     return torch.multinomial(probabilities, 1)[:, 0]

# %% drawn_twice | wrong | state | core | mistake: draws-more-than-once
# draws once for nothing
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     torch.multinomial(probabilities, 1, generator=generator)
#+     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]

# %% two_samples | wrong | state | core | mistake: draws-otherwise
# two draws at once, and the second is taken
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     return torch.multinomial(probabilities, 2, replacement=True, generator=generator)[:, 1]

# %% gumbel | wrong | state | core | mistake: draws-otherwise
# noise on the logits
#-     probabilities = torch.softmax(scaled, dim=-1)
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     noise = torch.rand(scaled.shape, generator=generator, dtype=scaled.dtype)
#+     return (scaled - (-noise.log()).log()).argmax(dim=-1)

# %% inverse | wrong | state | core | mistake: draws-otherwise
# a place in the running sum
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     place = torch.rand(len(logits), 1, generator=generator, dtype=logits.dtype)
#+     return (probabilities.cumsum(-1) < place).sum(dim=-1).clamp(max=logits.shape[-1] - 1)

# %% seeded | wrong | state | core | mistake: generator-seeded
# seeds the generator
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     torch.manual_seed(0)
#+     probabilities = torch.softmax(scaled, dim=-1)

# %% column | wrong | shape | core | mistake: extra-dimension
# a column of ids
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     return torch.multinomial(probabilities, 1, generator=generator)

# %% numbers | wrong | shape | core | mistake: list-for-tensor
# a list of ids
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     return torch.multinomial(probabilities, 1, generator=generator)[:, 0].tolist()

# %% probabilities | wrong | shape | core | mistake: probabilities-for-ids
# the probabilities come back
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     return probabilities

# %% squeezed_away | wrong | shape | core | mistake: size-one-squeezed
# a single row is squeezed away
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     return torch.multinomial(probabilities, 1, generator=generator).squeeze()

# %% int32 | wrong | dtype | core | mistake: ids-not-int64
# int32
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     return torch.multinomial(probabilities, 1, generator=generator)[:, 0].int()

# %% log_probabilities | wrong | normalisation | core | mistake: no-softmax
# logits as weights
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     probabilities = (scaled - scaled.amin(dim=-1, keepdim=True)).nan_to_num(0.0, 0.0, 0.0).clamp(min=1e-3)

# %% softmax_over_rows | wrong | axis | core | mistake: over-batch
# softmax over the rows
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     probabilities = torch.softmax(scaled, dim=0).nan_to_num(1.0)

# %% default_zero | wrong | values | core | mistake: temperature-default
# the default temperature is 0
def sample_next(logits, temperature=0.0, top_k=None, generator=None):
    if temperature == 0:
        return logits.argmax(dim=-1)
    scaled = logits / temperature
    if top_k is not None and top_k < logits.shape[-1]:
        scaled = scaled.masked_fill(scaled < scaled.topk(top_k, dim=-1).values[:, -1:], -torch.inf)
    return torch.multinomial(torch.softmax(scaled, dim=-1), 1, generator=generator)[:, 0]

# %% default_k | wrong | values | core | mistake: top-k-off-by-one
# at most five tokens without a k
#-     if top_k is not None and top_k < scaled.shape[-1]:
#+     top_k = 5 if top_k is None else top_k
#+     if top_k is not None and top_k < scaled.shape[-1]:

# %% no_maximum | wrong | stability | robustness | mistake: no-maximum | public: extremes
# exponentials as they are
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     shares = scaled.exp()
#+     probabilities = shares / shares.sum(dim=-1, keepdim=True)

# %% names_swapped | wrong | vocabulary | robustness | mistake: argument-names
# two names have changed places
def sample_next(logits, top_k=1.0, temperature=None, generator=None):
    if top_k == 0:
        return logits.argmax(dim=-1)
    scaled = logits / top_k
    if temperature is not None and temperature < logits.shape[-1]:
        scaled = scaled.masked_fill(scaled < scaled.topk(int(temperature), dim=-1).values[:, -1:], -torch.inf)
    return torch.multinomial(torch.softmax(scaled, dim=-1), 1, generator=generator)[:, 0]

# %% greedy_draws | wrong | state | robustness | mistake: generator-moved | public: random
# draws at temperature 0 as well
#-         return logits.argmax(dim=-1)
#+         torch.rand(1)
#+         return logits.argmax(dim=-1)

# %% moves_default | wrong | state | robustness | mistake: generator-moved | public: random
# draws from the default generator as well
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     if generator is not None:
#+         torch.rand(1)
#+     probabilities = torch.softmax(scaled, dim=-1)

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# masks the logits in place
#-     scaled = logits / temperature
#-     if top_k is not None and top_k < scaled.shape[-1]:
#-         largest, _ = scaled.topk(top_k, dim=-1)
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+     scaled = logits.div_(temperature)
#+     if top_k is not None and top_k < scaled.shape[-1]:
#+         largest, _ = scaled.topk(top_k, dim=-1)
#+         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def sample_next(logits, t=1.0, k=None, rng=None):
    if t == 0:
        return logits.argmax(dim=-1)
    scaled = logits / t
    if k is not None and k < logits.shape[-1]:
        scaled = scaled.masked_fill(scaled < scaled.topk(k, dim=-1).values[:, -1:], -torch.inf)
    return torch.multinomial(torch.softmax(scaled, dim=-1), 1, generator=rng)[:, 0]

# %% asserts | right
# asserts that the logits are finite
#-     scaled = logits / temperature
#+     assert torch.isfinite(logits).all()
#+     scaled = logits / temperature

# %% drawn_on_cpu | wrong | device | robustness | mistake: moved-to-cpu
# draws on the CPU
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     return torch.multinomial(probabilities.cpu(), 1, generator=generator)[:, 0]

# %% cpu_hidden | wrong | device | robustness | mistake: tensor-on-cpu
# the largest are put into a tensor on the CPU
#-         largest, _ = scaled.topk(top_k, dim=-1)
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         values, places = scaled.topk(top_k, dim=-1)
#+         scaled = torch.full(scaled.shape, -torch.inf, dtype=scaled.dtype).scatter(-1, places, values)
