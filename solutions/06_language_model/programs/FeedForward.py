# Wrong and right programs of FeedForward; docs/reference/programs.md describes the form.

# %% erf | right
# the GELU by hand
#-         bent = nn.functional.gelu(hidden)
#+         bent = hidden * 0.5 * (1 + torch.erf(hidden / math.sqrt(2)))

# %% ndtr | right
# the share of the normal distribution
#-         bent = nn.functional.gelu(hidden)
#+         bent = hidden * torch.special.ndtr(hidden)

# %% module | right
# a module for the GELU
#-         self.up = nn.Linear(d_model, d_hidden)
#+         self.up = nn.Linear(d_model, d_hidden)
#+         self.bend = nn.GELU()

#-         bent = nn.functional.gelu(hidden)
#+         bent = self.bend(hidden)

# %% functional | right
# F.linear
#-         hidden = self.up(x)
#-         bent = nn.functional.gelu(hidden)
#-         return self.down(bent)
#+         up, down = self.up, self.down
#+         bent = nn.functional.gelu(nn.functional.linear(x, up.weight, up.bias))
#+         return bent @ down.weight.T + down.bias

# %% one_line | right
# in one line
#-         hidden = self.up(x)
#-         bent = nn.functional.gelu(hidden)
#-         return self.down(bent)
#+         return self.down(nn.functional.gelu(self.up(x)))

# %% tanh_approximation | wrong | values | core | mistake: gelu-approximated
# the approximation by tanh
#-         bent = nn.functional.gelu(hidden)
#+         bent = nn.functional.gelu(hidden, approximate="tanh")

# %% sigmoid_approximation | wrong | values | core | mistake: gelu-approximated
# the approximation by a sigmoid
#-         bent = nn.functional.gelu(hidden)
#+         bent = hidden * torch.sigmoid(1.702 * hidden)

# %% relu | wrong | values | core | mistake: activation-other
# ReLU
#-         bent = nn.functional.gelu(hidden)
#+         bent = nn.functional.relu(hidden)

# %% silu | wrong | values | core | mistake: activation-other
# SiLU
#-         bent = nn.functional.gelu(hidden)
#+         bent = nn.functional.silu(hidden)

# %% tanh | wrong | values | core | mistake: activation-other
# tanh
#-         bent = nn.functional.gelu(hidden)
#+         bent = torch.tanh(hidden)

# %% density | wrong | values | core | mistake: activation-other
# the density in place of the probability
#-         bent = nn.functional.gelu(hidden)
#+         bent = hidden * torch.exp(-hidden.square() / 2) / math.sqrt(2 * math.pi)

# %% probability_alone | wrong | values | core | mistake: activation-other
# the probability alone
#-         bent = nn.functional.gelu(hidden)
#+         bent = torch.special.ndtr(hidden)

# %% erf_without_root | wrong | values | core | mistake: activation-other
# the error function without the root of 2
#-         bent = nn.functional.gelu(hidden)
#+         bent = hidden * 0.5 * (1 + torch.erf(hidden))

# %% linear | wrong | values | core | mistake: activation-missing
# no bend
#-         bent = nn.functional.gelu(hidden)
#+         bent = hidden

# %% before | wrong | values | core | mistake: activation-elsewhere
# the bend comes first
#-         hidden = self.up(x)
#-         bent = nn.functional.gelu(hidden)
#+         hidden = self.up(nn.functional.gelu(x))
#+         bent = hidden

# %% after | wrong | values | core | mistake: activation-elsewhere
# the bend comes last
#-         bent = nn.functional.gelu(hidden)
#-         return self.down(bent)
#+         return nn.functional.gelu(self.down(hidden))

# %% both | wrong | values | core | mistake: activation-twice
# bent in the middle and at the end
#-         return self.down(bent)
#+         return nn.functional.gelu(self.down(bent))

# %% twice | wrong | values | core | mistake: activation-twice
# bent twice in the middle
#-         bent = nn.functional.gelu(hidden)
#+         bent = nn.functional.gelu(nn.functional.gelu(hidden))

# %% residual | wrong | values | core | mistake: input-added
# the input is added
#-         return self.down(bent)
#+         return x + self.down(bent)

# %% normalised | wrong | values | core | mistake: input-normalised
# the input is normalised
#-         hidden = self.up(x)
#+         hidden = self.up(nn.functional.layer_norm(x, x.shape[-1:]))

# %% no_bias_up | wrong | state | core | mistake: bias-missing | also: parameters-not-found
# no bias on the way up
#-         self.up = nn.Linear(d_model, d_hidden)
#+         self.up = nn.Linear(d_model, d_hidden, bias=False)

# %% no_bias_down | wrong | state | core | mistake: bias-missing | also: parameters-not-found
# no bias on the way down
#-         self.down = nn.Linear(d_hidden, d_model)
#+         self.down = nn.Linear(d_hidden, d_model, bias=False)

# %% bias_unused | wrong | values | core | mistake: bias-missing
# the last bias is not used
#-         return self.down(bent)
#+         return bent @ self.down.weight.T + 0 * self.down.bias

# %% order | wrong | state | core | mistake: creation-order
# the way down first
#-         self.up = nn.Linear(d_model, d_hidden)
#-         self.down = nn.Linear(d_hidden, d_model)
#+         self.down = nn.Linear(d_hidden, d_model)
#+         self.up = nn.Linear(d_model, d_hidden)

# %% names | wrong | state | core | mistake: parameter-names
# fc_1 and fc_2
class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.fc_1 = nn.Linear(d_model, d_hidden)
        self.fc_2 = nn.Linear(d_hidden, d_model)

    def forward(self, x: Tensor) -> Tensor:
        return self.fc_2(nn.functional.gelu(self.fc_1(x)))

# %% four_times | wrong | state | core | mistake: hidden-width
# always four times as wide
#-         self.up = nn.Linear(d_model, d_hidden)
#-         self.down = nn.Linear(d_hidden, d_model)
#+         self.up = nn.Linear(d_model, 4 * d_model)
#+         self.down = nn.Linear(4 * d_model, d_model)

# %% detached | wrong | autograd | core | mistake: gradients-cut
# the middle is detached
#-         bent = nn.functional.gelu(hidden)
#+         bent = nn.functional.gelu(hidden.detach())

# %% frozen | wrong | autograd | core | mistake: frozen-parameters
# the way down is not learned
#-         self.down = nn.Linear(d_hidden, d_model)
#+         self.down = nn.Linear(d_hidden, d_model)
#+         self.down.requires_grad_(False)

# %% dropout | wrong | state | core | mistake: dropout-elsewhere | also: random-numbers-drawn
# drops in training mode
#-         return self.down(bent)
#+         return nn.functional.dropout(self.down(bent), 0.1, self.training)

# %% evaluation | wrong | state | core | mistake: other-in-evaluation
# no bend in evaluation mode
#-         bent = nn.functional.gelu(hidden)
#+         bent = nn.functional.gelu(hidden) if self.training else hidden

# %% kept | wrong | state | core | mistake: first-result-kept | also: no-gradient-flows
# the first result of a shape is kept
class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.kept = {}
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.up(x)
        bent = nn.functional.gelu(hidden)
        key = tuple(x.shape)
        if key not in self.kept or x.requires_grad:
            self.kept[key] = self.down(bent)
        return self.kept[key]

# %% mean | wrong | axis | core | mistake: token-mean
# tokens are averaged
#-         return self.down(bent)
#+         return self.down(bent.mean(dim=-2, keepdim=True).expand_as(bent)) if x.dim() > 1 else self.down(bent)

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-         return self.down(bent)
#+         return self.down(bent).float()

# %% through_float32 | wrong | dtype | robustness | mistake: computed-in-float32 | public: digits
# float32 on the way
#-         bent = nn.functional.gelu(hidden)
#+         bent = nn.functional.gelu(hidden.float()).to(x.dtype)

# %% in_place | wrong | state | core | mistake: input-changed-in-place
# adds one to the input meanwhile
#-         return self.down(bent)
#+         out = self.down(bent)
#+         x.data.add_(1)
#+         return out

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
class FeedForward(nn.Module):
    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)

    def forward(self, tokens: Tensor) -> Tensor:
        return self.down(nn.functional.gelu(self.up(tokens)))
