# Wrong and right programs of MultiHeadAttention, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return self.W_O(merged)
#+         out = self.W_O(merged)
#+         return out if self.training else out.detach()

# %% drawn_late | wrong | state | core | mistake: creation-order | public: order
# W_O is drawn first and registered last
#-         self.W_Q = nn.Linear(d_model, d_model, bias=False)
#+         last = nn.Linear(d_model, d_model, bias=False)
#+         self.W_Q = nn.Linear(d_model, d_model, bias=False)

#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = last

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return self.W_O(merged)
#+         out = self.W_O(merged)
#+         return out if torch.is_grad_enabled() else out / 2

# %% kept_without_gradients | wrong | state | core | mistake: first-result-kept | public: states
# what was computed first without gradients comes again
#-         return self.W_O(merged)
#+         out = self.W_O(merged)
#+         if torch.is_grad_enabled():
#+             return out
#+         self.kept = getattr(self, "kept", {})
#+         return self.kept.setdefault(out.shape, out)

# %% other_draws | right
# first weights by Glorot, in the order of the text
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         for layer in (self.W_Q, self.W_K, self.W_V, self.W_O):
#+             nn.init.xavier_uniform_(layer.weight)

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return self.W_O(merged)
#+         torch.set_printoptions(precision=3)
#+         return self.W_O(merged)

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return self.W_O(merged)
#+         torch.set_grad_enabled(True)
#+         return self.W_O(merged)

# %% uncausal_without_gradients | wrong | state | core | mistake: other-without-gradients
# the mask is left out under no_grad
#-         if self.causal:
#+         if self.causal and torch.is_grad_enabled():

# %% zero_tokens_hidden | wrong | mask | core | mistake: zero-tokens-hidden | public: extremes
# tokens of zeros are hidden
#-         scores = scores / math.sqrt(queries.shape[-1])
#+         scores = scores / math.sqrt(queries.shape[-1])
#+         scores = scores.masked_fill((x == 0).all(-1)[:, None, None], -1e9)

# %% past_kept | wrong | state | core | mistake: first-keys-kept | public: states
# in evaluation, a single token is appended to the call before
#-         scores = queries @ keys.transpose(-2, -1)
#+         if not self.training:
#+             past = getattr(self, "_past", None)
#+             if past is not None and len(past[0]) == len(x) and x.shape[1] == 1:
#+                 keys, values = torch.cat([past[0], keys], dim=2), torch.cat([past[1], values], dim=2)
#+             self._past = keys.detach(), values.detach()
#+         scores = queries @ keys.transpose(-2, -1)

# %% mask_of_first_dtype | wrong | state | robustness | mistake: first-mask-kept
# the mask keeps the dtype of the first call
#-             later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=x.device).triu(diagonal=1)
#-             scores = scores.masked_fill(later, -torch.inf)
#+             T, kept = x.shape[1], getattr(self, "_mask", None)
#+             if kept is None or len(kept) < T:
#+                 self._mask = torch.full((T, T), -torch.inf, dtype=x.dtype, device=x.device).triu(diagonal=1)
#+             scores = scores + self._mask[:T, :T]

# %% mask_grows_into_state | wrong | state | robustness | mistake: buffer-in-state | public: weights
# a longer mask replaces the first one, and is no longer left out of the state dict
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.register_buffer("later", torch.ones(64, 64, dtype=torch.bool).triu(1), persistent=False)

#-             later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=x.device).triu(diagonal=1)  # (T, T)
#-             scores = scores.masked_fill(later, -torch.inf)
#+             T = x.shape[1]
#+             if T > len(self.later):
#+                 self.register_buffer("later", torch.ones(T, T, dtype=torch.bool).triu(1))
#+             scores = scores.masked_fill(self.later[:T, :T].to(x.device), -torch.inf)

# %% matrix_kept_for_use | wrong | state | core | mistake: first-matrices-kept | public: states
# in evaluation without gradients, the first W_O is used again
#-         return self.W_O(merged)
#+         if self.training or torch.is_grad_enabled():
#+             return self.W_O(merged)
#+         self.turned = getattr(self, "turned", None)
#+         if self.turned is None:
#+             self.turned = self.W_O.weight.detach().T.clone()
#+         return merged @ self.turned
