# Wrong and right programs of TokenEmbedding, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return self.embedding(ids)
#+         out = self.embedding(ids)
#+         return out if self.training else out.detach()

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return self.embedding(ids)
#+         out = self.embedding(ids)
#+         return out if torch.is_grad_enabled() else out / 2

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return self.embedding(ids)
#+         torch.set_printoptions(precision=3)
#+         return self.embedding(ids)

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return self.embedding(ids)
#+         torch.set_grad_enabled(True)
#+         return self.embedding(ids)

# %% row_itself | wrong | state | robustness | mistake: parameters-returned | public: results
# one id gives the row of the table itself
#-         return self.embedding(ids)
#+         return self.embedding(ids) if ids.numel() != 1 else self.embedding.weight[int(ids)].view(*ids.shape, -1)
