# Wrong and right programs of SingleHeadSelfAttention, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return out, weights
#+         return (out, weights) if self.training else (out.detach(), weights.detach())

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return out, weights
#+         return (out, weights) if torch.is_grad_enabled() else (out / 2, weights)

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return out, weights
#+         torch.set_printoptions(precision=3)
#+         return out, weights

# %% traced_once | wrong | values | core | mistake: traced-once | public: details
# the shapes are printed at the first call only
#-         if self.trace_shapes:
#+         if self.trace_shapes and not hasattr(self, "done"):
#+             self.done = True

# %% uncausal_without_gradients | wrong | state | core | mistake: other-without-gradients
# the mask is left out under no_grad
#-         weights = masked_softmax(scores, self.d_k)
#+         weights = torch.softmax(scores / self.d_k**0.5, dim=-1)
#+         if torch.is_grad_enabled():
#+             weights = masked_softmax(scores, self.d_k)

# %% zero_tokens_hidden | wrong | mask | core | mistake: zero-tokens-hidden | public: extremes
# tokens of zeros are hidden
#-         scores = queries @ keys.transpose(-2, -1)
#+         scores = (queries @ keys.transpose(-2, -1)).masked_fill((x == 0).all(-1).unsqueeze(-2), -1e4)

# %% dropped_with_a_graph | wrong | state | core | mistake: dropout-without-graph | public: states
# dropout acts only where a graph is built
#-         weights = self.dropout(weights)
#+         weights = self.dropout(weights) if torch.is_grad_enabled() else weights

# %% no_weights_on_gpu | wrong | shape | robustness | mistake: weights-not-returned | public: sizes
# returns the weights only on the CPU, where they can be drawn
#-         return out, weights
#+         return out if x.is_cuda else (out, weights)

# %% seeded_anew | wrong | state | core | mistake: generator-seeded | public: random
# each call seeds the generator with the next number
#-         weights = self.dropout(weights)
#+         if self.training:
#+             torch.manual_seed(torch.initial_seed() + 1)
#+         weights = self.dropout(weights)

# %% says_single_token | wrong | vocabulary | core | mistake: trace-unasked | public: details
# prints a line for a single token
#-         queries = self.q(x)
#+         if x.shape[1] == 1:
#+             print("one token, nothing to attend to")
#+         queries = self.q(x)

# %% rate_lost_in_evaluation | wrong | state | core | mistake: state-grows | public: weights
# evaluation sets the rate of the dropout to 0
#-         weights = self.dropout(weights)
#+         if not self.training:
#+             self.dropout.p = 0.0
#+         weights = self.dropout(weights)
