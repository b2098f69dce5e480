# Wrong and right programs of TinyGPT, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% cropped_in_evaluation | wrong | state | core | mistake: other-in-evaluation | public: states
# evaluation mode crops a long text in silence
#-         if length > self.max_tokens:
#+         if not self.training:
#+             ids = ids[:, -self.max_tokens :]
#+             length = ids.shape[1]
#+         if length > self.max_tokens:

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return x @ self.token_embedding.weight.T
#+         out = x @ self.token_embedding.weight.T
#+         return out if self.training else out.detach()

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return x @ self.token_embedding.weight.T
#+         out = x @ self.token_embedding.weight.T
#+         return out if torch.is_grad_enabled() else out / 2

# %% kept_without_gradients | wrong | state | core | mistake: first-result-kept | public: states
# what was computed first without gradients comes again
#-         return x @ self.token_embedding.weight.T
#+         out = x @ self.token_embedding.weight.T
#+         if torch.is_grad_enabled():
#+             return out
#+         self.kept = getattr(self, "kept", {})
#+         return self.kept.setdefault(out.shape, out)

# %% one_number_named | wrong | shape | robustness | mistake: error-without-numbers | public: details
# the ValueError does not say how long the text is
#-             raise ValueError(f"a text of {length} tokens is longer than max_tokens = {self.max_tokens}")
#+             raise ValueError(f"the text is longer than max_tokens = {self.max_tokens}")

# %% pieces_of_64 | wrong | shape | robustness | mistake: pieces-of-fixed-size | public: long
# the blocks read pieces of 64 tokens
#-             x = block(x)
#+             x = torch.cat([block(piece) for piece in x.split(64, dim=1)], dim=1)

# %% positions_first | wrong | state | core | mistake: creation-order | public: order
# the table of positions is drawn before that of tokens
#-         self.token_embedding = nn.Embedding(vocab_size, d_model)
#-         nn.init.normal_(self.token_embedding.weight, std=0.02)
#+         self.token_embedding = nn.Embedding(vocab_size, d_model)

#-         nn.init.normal_(self.position_embedding.weight, std=0.02)
#+         nn.init.normal_(self.position_embedding.weight, std=0.02)
#+         nn.init.normal_(self.token_embedding.weight, std=0.02)

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return x @ self.token_embedding.weight.T
#+         torch.set_printoptions(precision=3)
#+         return x @ self.token_embedding.weight.T

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return x @ self.token_embedding.weight.T
#+         torch.set_grad_enabled(True)
#+         return x @ self.token_embedding.weight.T

# %% norm_of_text | wrong | axis | core | mistake: norm-over-text
# the last norm takes mean and spread of a whole text
#-         x = self.norm(x)
#+         mean, spread = x.mean(dim=(1, 2), keepdim=True), x.std(dim=(1, 2), keepdim=True)
#+         x = (x - mean) / spread * self.norm.weight + self.norm.bias

# %% tokens_counted_in_use | wrong | state | core | mistake: earlier-calls-matter | public: states
# a single token without gradients takes the position after the last one
#-         positions = torch.arange(length, device=ids.device)  # (T,)
#+         positions = torch.arange(length, device=ids.device)  # (T,)
#+         if length == 1 and not torch.is_grad_enabled():
#+             self.read = getattr(self, "read", -1) + 1
#+             positions = positions + self.read % self.max_tokens
