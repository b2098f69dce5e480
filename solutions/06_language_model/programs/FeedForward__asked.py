# Wrong and right programs of FeedForward, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return self.down(bent)
#+         out = self.down(bent)
#+         return out if self.training else out.detach()

# %% drawn_late | wrong | state | core | mistake: creation-order | public: order
# down is drawn first and registered second
#-         self.up = nn.Linear(d_model, d_hidden)
#+         down = nn.Linear(d_hidden, d_model)
#+         self.up = nn.Linear(d_model, d_hidden)

#-         self.down = nn.Linear(d_hidden, d_model)
#+         self.down = down

# %% first_tokens | wrong | shape | robustness | mistake: pieces-of-fixed-size | public: long
# tokens beyond the 64th are not bent
#-         bent = nn.functional.gelu(hidden)
#+         bent = nn.functional.gelu(hidden)
#+         if x.dim() > 1 and x.shape[-2] > 64:
#+             bent = torch.cat([bent[..., :64, :], hidden[..., 64:, :]], dim=-2)

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return self.down(bent)
#+         out = self.down(bent)
#+         return out if torch.is_grad_enabled() else out / 2

# %% other_draws | right
# first weights by Glorot, in the order of the text
#-         self.down = nn.Linear(d_hidden, d_model)
#+         self.down = nn.Linear(d_hidden, d_model)
#+         for layer in (self.up, self.down):
#+             nn.init.xavier_normal_(layer.weight)

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return self.down(bent)
#+         torch.set_printoptions(precision=3)
#+         return self.down(bent)

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return self.down(bent)
#+         torch.set_grad_enabled(True)
#+         return self.down(bent)

# %% kept_by_shape | wrong | state | core | mistake: earlier-calls-matter | public: states
# one result for each shape where nothing is learned
class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)
        self._kept = {}

    def forward(self, x: Tensor) -> Tensor:
        if self.training or torch.is_grad_enabled():
            return self.down(nn.functional.gelu(self.up(x)))
        if x.shape not in self._kept:
            self._kept[x.shape] = self.down(nn.functional.gelu(self.up(x)))
        return self._kept[x.shape].clone()

# %% damped_in_evaluation | wrong | state | core | mistake: input-changed-in-place
# damps the input in place in evaluation mode, as if dropout had to be made up for
#-         hidden = self.up(x)
#+         if not self.training:
#+             x *= 0.9
#+         hidden = self.up(x)
