# Wrong and right programs of SingleHeadAttention, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return context_vectors(weights, values)
#+         out = context_vectors(weights, values)
#+         return out if self.training else out.detach()

# %% drawn_backwards | wrong | state | core | mistake: creation-order | public: order
# drawn backwards, registered in order
#-         self.W_q = nn.Linear(embed_dim, embed_dim)
#-         self.W_k = nn.Linear(embed_dim, embed_dim)
#-         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         value, key, query = (nn.Linear(embed_dim, embed_dim) for _ in range(3))
#+         self.W_q, self.W_k, self.W_v = query, key, value

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return context_vectors(weights, values)
#+         out = context_vectors(weights, values)
#+         return out if torch.is_grad_enabled() else out / 2

# %% kept_without_gradients | wrong | state | core | mistake: first-result-kept | public: states
# what was computed first without gradients comes again
#-         return context_vectors(weights, values)
#+         out = context_vectors(weights, values)
#+         if torch.is_grad_enabled():
#+             return out
#+         self.kept = getattr(self, "kept", {})
#+         return self.kept.setdefault(out.shape, out)

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return context_vectors(weights, values)
#+         torch.set_printoptions(precision=3)
#+         return context_vectors(weights, values)

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return context_vectors(weights, values)
#+         torch.set_grad_enabled(True)
#+         return context_vectors(weights, values)

# %% zero_tokens_hidden | wrong | mask | core | mistake: zero-tokens-hidden | public: extremes
# tokens of zeros are hidden
#-         scores = attention_scores(queries, keys)
#+         scores = attention_scores(queries, keys).masked_fill((x == 0).all(-1).unsqueeze(-2), -1e9)

# %% cut_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# an input without gradients gives none in evaluation mode
#-         return context_vectors(weights, values)
#+         contexts = context_vectors(weights, values)
#+         return contexts if x.requires_grad or self.training else contexts.detach()

# %% frozen_cut | wrong | autograd | core | mistake: gradients-cut | also: no-gradient-flows | public: states
# no gradient of the input where no weight learns
#-         return context_vectors(weights, values)
#+         context = context_vectors(weights, values)
#+         return context if self.W_q.weight.requires_grad else context.detach()
