# Wrong and right programs of SingleHeadSelfAttention; docs/reference/programs.md describes the form.

# %% cut_under_dropout | wrong | autograd | core | mistake: gradients-cut | of: own_functions
# dropped weights leave the graph
#-         weights = self.dropout(masked_softmax(q @ k.mT, self.d_k))
#+         weights = masked_softmax(q @ k.mT, self.d_k)
#+         if self.training and self.dropout.p > 0:
#+             weights = self.dropout(weights.detach())
#-             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#-                 print(name, tuple(tensor.shape))
#+             print(*(f"{name}: {tuple(item.shape)}" for name, item in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out))))

# %% data | wrong | autograd | core | mistake: gradients-cut | of: dropout_mask
# uses .data of the values
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = weights @ v.data

# %% detached | wrong | autograd | core | mistake: gradients-cut | of: dropout_mask
# detaches the weights
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights).detach()

# %% detached_input | wrong | autograd | core | mistake: gradients-cut | of: dropout_mask
# detaches the input
#-     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+         x = x.detach()
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% detached_keys | wrong | autograd | core | mistake: gradients-cut | of: dropout_mask
# detaches the keys
#-         q, k, v = self.q(x), self.k(x), self.v(x)
#+         q, k, v = self.q(x), self.k(x).detach(), self.v(x)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% detached_scores | wrong | autograd | core | mistake: gradients-cut | of: dropout_mask
# detaches the scores
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = scores.detach()
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% detached_values | wrong | autograd | core | mistake: gradients-cut | of: dropout_mask
# detaches the values
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = weights @ v.detach()

# %% detached_weights | wrong | autograd | core | mistake: gradients-cut | of: dropout_mask
# returned weights are detached
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         return out, weights
#+         return out, weights.detach()

# %% dropout_detached | wrong | autograd | core | mistake: gradients-cut | of: dropout_mask
# the dropped weights are detached
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         if self.training and self.dropout.p:
#+             weights = self.dropout(weights.detach())

# %% frozen | wrong | autograd | core | mistake: frozen-parameters | of: dropout_mask
# the layers do not learn
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout(dropout)
#+         self.requires_grad_(False)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% in_place | wrong | autograd | core | mistake: in-place-in-graph | of: dropout_mask
# in place on the output of the softmax
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores, dim=-1)
#+         weights.masked_fill_(later, 0)
#+         weights = weights / weights.sum(-1, keepdim=True)
#+         weights = self.dropout(weights)

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# without gradients
import math


class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        with torch.no_grad():
            q, k, v = self.q(x), self.k(x), self.v(x)
            later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
            scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
            weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
            weights = self.dropout(weights)
            out = weights @ v
            if self.trace_shapes:
                for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
                    print(name, tuple(tensor.shape))
            return out, weights

# %% no_grad_weights | wrong | autograd | core | mistake: no-grad-in-forward | of: dropout_mask
# weights without gradients
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         with torch.no_grad():
#+             scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+             weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+             weights = self.dropout(weights)

# %% numpy | wrong | autograd | core | mistake: through-numpy | of: dropout_mask
# returned weights went through numpy
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         return out, weights
#+         return out, torch.from_numpy(weights.detach().numpy().copy())
