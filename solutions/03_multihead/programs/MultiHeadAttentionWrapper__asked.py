# Wrong and right programs of MultiHeadAttentionWrapper, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.cat([head(x) for head in self.heads], dim=-1)
#+         return out if self.training else out.detach()

# %% drawn_backwards | wrong | state | core | mistake: creation-order
# the last head is drawn first
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         drawn = [SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)]
#+         self.heads = nn.ModuleList(reversed(drawn))

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.cat([head(x) for head in self.heads], dim=-1)
#+         return out if torch.is_grad_enabled() else out / 2

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         torch.set_printoptions(precision=3)
#+         return torch.cat([head(x) for head in self.heads], dim=-1)

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         torch.set_grad_enabled(True)
#+         return torch.cat([head(x) for head in self.heads], dim=-1)

# %% single_token_squeezed | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# a single token without a batch loses its dimension
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.cat([head(x) for head in self.heads], dim=-1)
#+         return out.squeeze(0) if x.dim() == 2 and len(x) == 1 else out

# %% heads_by_name | wrong | heads | robustness | mistake: heads-rearranged | public: long
# the heads in the order of their names as text
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         outputs = {name: head(x) for name, head in self.heads.named_children()}
#+         return torch.cat([outputs[name] for name in sorted(outputs)], dim=-1)
