# Wrong and right programs of SelfAttention, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return context_vectors(weights, values)
#+         out = context_vectors(weights, values)
#+         return out if self.training else out.detach()

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

# %% first_dtype_kept | wrong | dtype | robustness | mistake: result-float64
# every result has the dtype of the first one
#-         return context_vectors(weights, values)
#+         out = context_vectors(weights, values)
#+         self._dtype = getattr(self, "_dtype", out.dtype)
#+         return out.to(self._dtype)
