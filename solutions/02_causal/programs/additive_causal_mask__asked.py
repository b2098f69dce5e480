# Wrong and right programs of additive_causal_mask, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% kept_by_length | wrong | state | robustness | mistake: result-returned-again | public: results
# one mask for each length and device
_MASKS = {}
#-     return torch.zeros(T, T, dtype=torch.float32, device=device).masked_fill(later, -torch.inf)
#+     made = torch.zeros(T, T, dtype=torch.float32, device=device).masked_fill(later, -torch.inf)
#+     return _MASKS.setdefault((T, str(device)), made)
