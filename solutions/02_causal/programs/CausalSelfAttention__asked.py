# Wrong and right programs of CausalSelfAttention, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return self.W_O(context)
#+         out = self.W_O(context)
#+         return out if self.training else out.detach()

# %% drawn_late | wrong | state | core | mistake: creation-order | public: order
# W_O is drawn first and registered last
#-         self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
#+         last = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)

#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = last

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return self.W_O(context)
#+         out = self.W_O(context)
#+         return out if torch.is_grad_enabled() else out / 2

# %% kept_without_gradients | wrong | state | core | mistake: first-result-kept | public: states
# what was computed first without gradients comes again
#-         return self.W_O(context)
#+         out = self.W_O(context)
#+         if torch.is_grad_enabled():
#+             return out
#+         self.kept = getattr(self, "kept", {})
#+         return self.kept.setdefault(out.shape, out)

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return self.W_O(context)
#+         torch.set_printoptions(precision=3)
#+         return self.W_O(context)

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return self.W_O(context)
#+         torch.set_grad_enabled(True)
#+         return self.W_O(context)

# %% uncausal_without_gradients | wrong | state | core | mistake: other-without-gradients
# the mask is left out under no_grad
#-         weights = masked_softmax(scores, self.head_dim)
#+         weights = torch.softmax(scores / self.head_dim**0.5, dim=-1)
#+         if torch.is_grad_enabled():
#+             weights = masked_softmax(scores, self.head_dim)

# %% zero_tokens_hidden | wrong | mask | core | mistake: zero-tokens-hidden | public: extremes
# tokens of zeros are hidden
#-         scores = queries @ keys.transpose(-2, -1)
#+         scores = (queries @ keys.transpose(-2, -1)).masked_fill((x == 0).all(-1).unsqueeze(-2), -1e4)

# %% mask_stays_behind | wrong | device | robustness | mistake: first-mask-kept
# a mask that stays on the CPU when the layer moves
#-         self.head_dim = head_dim
#+         self.head_dim, self.mask = head_dim, None

#-         weights = masked_softmax(scores, self.head_dim)
#+         T = x.shape[-2]
#+         if self.mask is None or len(self.mask) < T:
#+             self.mask = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+         hidden = scores.masked_fill(self.mask[:T, :T], -torch.inf)
#+         weights = torch.softmax(hidden / self.head_dim**0.5, dim=-1)
