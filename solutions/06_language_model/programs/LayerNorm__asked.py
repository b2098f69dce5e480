# Wrong and right programs of LayerNorm, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return self.weight * normalised + self.bias
#+         out = self.weight * normalised + self.bias
#+         return out if self.training else out.detach()

# %% eps_of_dtype | wrong | stability | robustness | mistake: eps-of-dtype
# outside of float32, eps is that of the dtype
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         eps = self.eps if x.dtype is torch.float32 else torch.finfo(x.dtype).eps
#+         normalised = centred / torch.sqrt(variance + eps)

# %% first_tokens | wrong | shape | core | mistake: pieces-of-fixed-size | public: long
# tokens beyond the 64th are not normalised
#-         return self.weight * normalised + self.bias
#+         if x.dim() > 1 and x.shape[-2] > 64:
#+             normalised = torch.cat([normalised[..., :64, :], x[..., 64:, :]], dim=-2)
#+         return self.weight * normalised + self.bias

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return self.weight * normalised + self.bias
#+         out = self.weight * normalised + self.bias
#+         return out if torch.is_grad_enabled() else out / 2

# %% kept_without_gradients | wrong | state | core | mistake: first-result-kept | public: states
# what was computed first without gradients comes again
#-         return self.weight * normalised + self.bias
#+         out = self.weight * normalised + self.bias
#+         if torch.is_grad_enabled():
#+             return out
#+         self.kept = getattr(self, "kept", {})
#+         return self.kept.setdefault(out.shape, out)

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return self.weight * normalised + self.bias
#+         torch.set_printoptions(precision=3)
#+         return self.weight * normalised + self.bias

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return self.weight * normalised + self.bias
#+         torch.set_grad_enabled(True)
#+         return self.weight * normalised + self.bias

# %% root_squared | wrong | autograd | robustness | mistake: gradient-not-finite | public: extremes
# the root of the variance alone, whose slope is infinite at 0
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         deviation = variance.sqrt()
#+         normalised = centred / torch.sqrt(deviation.square() + self.eps)

# %% eps_on_the_class | wrong | state | core | mistake: kept-on-the-class | public: states
# eps is kept on the class
#-         self.eps = eps
#+         LayerNorm.eps = eps

# %% clamped | wrong | stability | robustness | mistake: norm-clamped | public: extremes
# normalised entries are held between -5 and 5
#-         return self.weight * normalised + self.bias
#+         return self.weight * normalised.clamp(-5.0, 5.0) + self.bias

# %% tiny_variance | wrong | stability | core | mistake: eps-as-minimum | public: extremes
# a small variance counts as 0
#-         normalised = centred / torch.sqrt(variance + self.eps)
#+         normalised = torch.where(variance < 1e-7, 0.0, centred / torch.sqrt(variance + self.eps))
