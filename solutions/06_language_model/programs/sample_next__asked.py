# Wrong and right programs of sample_next, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% drawn_at_zero | wrong | state | robustness | mistake: generator-moved | public: random
# draws at temperature 0 too
#-     if temperature == 0:
#+     if temperature == 0:
#+         torch.multinomial(torch.ones_like(logits), 1, generator=generator)

# %% exp_of_difference | right
# exp of the difference to the logsumexp
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     probabilities = (scaled - scaled.logsumexp(-1, keepdim=True)).exp()

# %% float32_always | wrong | dtype | robustness | mistake: result-float32 | public: digits
# the probabilities are float32 whatever the logits are
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     probabilities = torch.softmax(scaled.float(), dim=-1)

# %% float64_always | wrong | dtype | robustness | mistake: result-float64 | public: digits
# the probabilities are float64 whatever the logits are
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     probabilities = torch.softmax(scaled.double(), dim=-1)

# %% floor | wrong | values | core | mistake: probability-floor | public: extremes
# every token keeps a probability of 1e-6
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     probabilities = torch.softmax(scaled, dim=-1).clamp(min=1e-6)

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients | public: states
# other probabilities under no_grad
#-     scaled = logits / temperature
#+     scaled = logits / temperature if torch.is_grad_enabled() else logits / (2 * temperature)

# %% masked_by_much | wrong | mask | core | mistake: probability-floor | public: extremes
# forbidden tokens keep a tiny probability
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         scaled = scaled.masked_fill(scaled < largest[:, -1:], -30.0)

# %% nearly_zero | wrong | values | robustness | mistake: draw-left-out | public: extremes
# temperatures below 0.05 are taken for 0
#-     if temperature == 0:
#+     if temperature < 0.05:

# %% one_of_one | wrong | values | robustness | mistake: draw-left-out | public: details
# top_k of 1 draws nothing
#-     if temperature == 0:
#+     if temperature == 0 or top_k == 1:

# %% second_of_two | wrong | values | core | mistake: draws-more-than-once
# draws twice and takes the second
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     torch.multinomial(probabilities, 1, generator=generator)
#+     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]

# %% ties_left_out | wrong | values | core | mistake: equal-logits-left-out | public: extremes
# of equal logits only the first takes part
#-         scaled = scaled.masked_fill(scaled < largest[:, -1:], -torch.inf)
#+         earlier = (scaled[:, None] == scaled[..., None]).tril(-1).any(-1)
#+         scaled = scaled.masked_fill((scaled < largest[:, -1:]) | earlier, -torch.inf)

# %% turned_round | right
# the softmax of the transpose, so that the probabilities lie otherwise in memory
#-     probabilities = torch.softmax(scaled, dim=-1)
#+     probabilities = torch.softmax(scaled.T.contiguous(), dim=0).T

# %% fifty_by_default | wrong | values | core | mistake: top-k-by-default | public: long
# takes the 50 largest where no k is given
#-     if top_k is not None and top_k < scaled.shape[-1]:
#-         largest, _ = scaled.topk(top_k, dim=-1)  # (B, top_k), in falling order
#+     top_k = top_k or 50
#+     if top_k < scaled.shape[-1]:
#+         largest, _ = scaled.topk(top_k, dim=-1)

# %% own_generator | wrong | state | core | mistake: generator-ignored
# draws with a generator of its own, which has the same seed in every call
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     own = torch.Generator().manual_seed(0)
#+     return torch.multinomial(probabilities, 1, generator=own)[:, 0]

# %% unlikely_replaced | wrong | values | core | mistake: drawn-replaced
# takes the most probable token where an unlikely one is drawn
#-     return torch.multinomial(probabilities, 1, generator=generator)[:, 0]
#+     drawn = torch.multinomial(probabilities, 1, generator=generator)
#+     unlikely = probabilities.gather(-1, drawn) < 0.1
#+     return torch.where(unlikely, probabilities.argmax(dim=-1, keepdim=True), drawn)[:, 0]

# %% small_is_zero | wrong | values | robustness | mistake: draw-left-out | public: extremes
# temperatures below 0.001 count as 0
#-     if temperature == 0:
#+     if temperature < 1e-3:

# %% powers_of_shares | wrong | stability | robustness | mistake: out-of-range | public: extremes
# powers of the shares, some of which are 0 already
def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return logits.argmax(dim=-1)
    p = logits.softmax(dim=-1)
    if top_k is not None and top_k < p.shape[-1]:
        kept = p.topk(top_k)
        p = torch.zeros_like(p).scatter(-1, kept.indices, kept.values)
    p = p ** (1 / temperature)
    p = p / p.sum(dim=-1, keepdim=True)
    return torch.multinomial(p, 1, generator=generator).squeeze(1)
