# Wrong and right programs of CrossAttention, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return weights @ values
#+         out = weights @ values
#+         return out if self.training else out.detach()

# %% drawn_late | wrong | state | core | mistake: creation-order
# W_value is drawn first and registered last
#-         self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
#+         last = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))

#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = last

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return weights @ values
#+         out = weights @ values
#+         return out if torch.is_grad_enabled() else out / 2

# %% kept_without_gradients | wrong | state | core | mistake: first-result-kept | public: states
# what was computed first without gradients comes again
#-         return weights @ values
#+         out = weights @ values
#+         if torch.is_grad_enabled():
#+             return out
#+         self.kept = getattr(self, "kept", {})
#+         return self.kept.setdefault(out.shape, out)

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return weights @ values
#+         torch.set_printoptions(precision=3)
#+         return weights @ values

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return weights @ values
#+         torch.set_grad_enabled(True)
#+         return weights @ values

# %% zero_tokens_hidden | wrong | mask | core | mistake: zero-tokens-hidden | public: extremes
# tokens of zeros are hidden
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = scores.masked_fill((x_2 == 0).all(-1).unsqueeze(-2), -1e9)

# %% scale_on_the_class | wrong | state | core | mistake: kept-on-the-class | public: states
# the scale is kept on the class
#-         self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
#+         CrossAttention.scale = math.sqrt(d_out_kq)
#+         self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))

#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = scores / self.scale

# %% graph_for_inputs | wrong | autograd | core | mistake: gradients-cut | public: states
# a graph is built only where an input requires one
#-         queries = x_1 @ self.W_query  # (..., T_1, d_out_kq)
#+         learns = torch.is_grad_enabled() and (x_1.requires_grad or x_2.requires_grad)
#+         with torch.set_grad_enabled(learns):
#+             return self._attend(x_1, x_2)
#+
#+     def _attend(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         queries = x_1 @ self.W_query  # (..., T_1, d_out_kq)
