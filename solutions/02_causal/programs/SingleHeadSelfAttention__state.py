# Wrong and right programs of SingleHeadSelfAttention; docs/reference/programs.md describes the form.

# %% alpha_dropout | wrong | state | core | mistake: alpha-dropout | of: dropout_mask
# alpha dropout
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = nn.functional.alpha_dropout(weights, self.dropout.p, self.training)

# %% buffer_of_a_call | wrong | state | robustness | mistake: buffer-in-state
# a call adds a buffer to the state dict
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
        self.register_buffer("last", x.detach().clone())
        q, k, v = self.q(x), self.k(x), self.v(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.d_k)
        weights = self.dropout(torch.softmax(scores, dim=-1))
        out = weights @ v
        if self.trace_shapes:
            print(*(f"{name}: {tuple(item.shape)}" for name, item in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out))))
        return out, weights

# %% cached_weights | wrong | state | core | mistake: first-weights-kept | also: gradients-cut | of: dropout_mask
# keeps the first weights
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         if getattr(self, "kept", None) is None or self.kept.shape != weights.shape:
#+             self.kept = weights
#+         weights = self.dropout(self.kept)

# %% draws | wrong | state | robustness | mistake: generator-moved | of: dropout_mask
# draws random numbers
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         out = weights @ v
#+         out = weights @ v
#+         torch.rand(1)

# %% dropout_always | wrong | state | core | mistake: dropout-mode | of: dropout_mask
# drops outside of training too
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = nn.functional.dropout(weights, self.dropout.p)

# %% dropout_batch_shared | wrong | state | core | mistake: dropout-shared | of: dropout_mask
# one draw for the whole batch
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = weights * self.dropout(torch.ones_like(weights[:1]))

# %% dropout_before_cut | wrong | state | core | mistake: dropout-renormalised | of: dropout_mask
# dropout, then masked and renormalised
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(torch.softmax(scores, dim=-1)).tril()
#+         weights = weights / weights.sum(-1, keepdim=True).clamp(min=1e-9)

# %% dropout_before_scale | wrong | state | core | mistake: dropout-elsewhere | of: dropout_mask
# dropout on the unscaled, masked scores as zeros
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = self.dropout(q @ k.transpose(-2, -1)) / math.sqrt(self.d_k)
#-         weights = weights * self.dropout(torch.ones_like(weights))

# %% dropout_before_softmax | wrong | state | core | mistake: dropout-elsewhere
# dropped scores become -inf
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
        q, k, v = self.q(x), self.k(x), self.v(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
        hidden = later
        if self.training and self.dropout.p:
            hidden = later | (torch.rand_like(scores) < self.dropout.p) & ~torch.eye(
                x.shape[1], dtype=torch.bool, device=x.device
            )
        weights = torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1)
        out = weights @ v
        if self.trace_shapes:
            for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
                print(name, tuple(tensor.shape))
        return out, weights

# %% dropout_bernoulli_wrong | wrong | state | core | mistake: dropout-share | of: dropout_mask
# keeps with probability p
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         if self.training and self.dropout.p:
#+             kept = torch.bernoulli(torch.full_like(weights, self.dropout.p))
#+             weights = weights * kept / (1 - self.dropout.p)

# %% dropout_channels | wrong | state | core | mistake: dropout-shared | of: dropout_mask
# dropout1d: whole rows are dropped
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = nn.functional.dropout1d(weights, self.dropout.p, self.training)

# %% dropout_complement | wrong | state | core | mistake: dropout-share | of: dropout_mask
# drops what should stay
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout(1 - dropout if dropout else 0.0)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% dropout_diagonal | wrong | state | core | mistake: dropout-partial | of: dropout_mask
# a token never drops itself
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         eye = torch.eye(x.shape[1], dtype=torch.bool, device=x.device)
#+         weights = torch.where(eye, weights, self.dropout(weights))

# %% dropout_first_key | wrong | state | core | mistake: dropout-partial | of: dropout_mask
# the first key is never dropped
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.cat([weights[..., :1], self.dropout(weights[..., 1:])], -1)

# %% dropout_fixed | wrong | state | core | mistake: dropout-share | also: random-numbers-drawn | of: dropout_mask
# dropout with a share of its own
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = nn.functional.dropout(weights, 0.1, self.training)

# %% dropout_half | wrong | state | core | mistake: dropout-share | of: dropout_mask
# always one half
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout(0.5 if dropout else 0.0)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% dropout_ignored_argument | wrong | state | core | mistake: dropout-share | also: random-numbers-drawn | of: dropout_mask
# nn.Dropout with its default
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout()
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% dropout_in_eval | wrong | state | core | mistake: dropout-mode | of: dropout_mask
# drops outside of training only
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = nn.functional.dropout(weights, self.dropout.p, not self.training)

# %% dropout_kept | wrong | state | core | mistake: dropout-repeated | of: dropout_mask
# keeps the first draw
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         if self.training:
#+             if getattr(self, "draw", None) is None or self.draw.shape != weights.shape:
#+                 self.draw = self.dropout(torch.ones_like(weights))
#+             weights = weights * self.draw

# %% dropout_keys_shared | wrong | state | core | mistake: dropout-shared | of: dropout_mask
# whole rows are dropped
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = weights * self.dropout(torch.ones_like(weights[..., :1]))

# %% dropout_not_returned | wrong | state | core | mistake: returned-weights-differ | of: dropout_mask
# returns the weights before dropout
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         out = self.dropout(weights) @ v

# %% dropout_not_scaled | wrong | state | core | mistake: dropout-scale | of: dropout_mask
# the rest is not scaled
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         if self.training:
#+             weights = weights * (torch.rand_like(weights) >= self.dropout.p)

# %% dropout_not_used | wrong | state | core | mistake: returned-weights-differ | of: dropout_mask
# returns dropped weights, out is made with others
#-         weights = weights * self.dropout(torch.ones_like(weights))

#-         out = weights @ v
#+         out = weights @ v
#+         weights = self.dropout(weights)

# %% dropout_on_input | wrong | state | core | mistake: dropout-elsewhere | of: dropout_mask
# dropout on the input
#-     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+         x = self.dropout(x)
#-         weights = weights * self.dropout(torch.ones_like(weights))

# %% dropout_on_masked_scores | wrong | state | core | mistake: dropout-elsewhere | of: dropout_mask
# dropout on the masked scores
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(self.dropout(scores.masked_fill(later, -torch.inf)), dim=-1)

# %% dropout_on_out | wrong | state | core | mistake: dropout-elsewhere | of: dropout_mask
# dropout on out
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         out = self.dropout(weights @ v)

# %% dropout_on_queries | wrong | state | core | mistake: dropout-elsewhere | of: dropout_mask
# dropout on the queries
#-         q, k, v = self.q(x), self.k(x), self.v(x)
#+         q, k, v = self.q(x), self.k(x), self.v(x)
#+         q = self.dropout(q)
#-         weights = weights * self.dropout(torch.ones_like(weights))

# %% dropout_on_scores | wrong | state | core | mistake: dropout-elsewhere | of: dropout_mask
# dropout on the scores
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(self.dropout(scores).masked_fill(later, -torch.inf), dim=-1)

# %% dropout_on_values | wrong | state | core | mistake: dropout-elsewhere | of: dropout_mask
# dropout on the values
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         out = weights @ self.dropout(v)

# %% dropout_renormalised | wrong | state | core | mistake: dropout-renormalised | of: dropout_mask
# divides the rows by their sum again
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#+         weights = weights / weights.sum(-1, keepdim=True).clamp(min=1e-9)

# %% dropout_rows_shared | wrong | state | core | mistake: dropout-shared | of: dropout_mask
# one draw for all queries
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = weights * self.dropout(torch.ones_like(weights[:, :1]))

# %% dropout_scaled_by_p | wrong | state | core | mistake: dropout-scale | of: dropout_mask
# divides by p
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         if self.training and self.dropout.p:
#+             weights = weights * (torch.rand_like(weights) >= self.dropout.p) / self.dropout.p

# %% dropout_scaled_in_eval | wrong | state | core | mistake: dropout-scale | of: dropout_mask
# scales outside of training instead
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         if self.training:
#+             weights = weights * (torch.rand_like(weights) >= self.dropout.p)
#+         else:
#+             weights = weights * (1 - self.dropout.p)

# %% dropout_seeded | wrong | state | core | mistake: dropout-repeated | also: generator-seeded | of: dropout_mask
# the same draw in every call
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         torch.manual_seed(0)
#+         weights = self.dropout(weights)

# %% dropout_twice | wrong | state | core | mistake: returned-weights-differ | of: dropout_mask
# one draw for out and one for what is returned
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         out = self.dropout(weights) @ v
#+         weights = self.dropout(weights)

# %% dropout_two_times | wrong | state | core | mistake: dropout-share | of: dropout_mask
# drops twice
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#+         weights = self.dropout(weights)

# %% fused | wrong | state | core | mistake: layers-joined | of: matrices
# one layer for all three
#-         self.q = nn.Linear(d_model, d_k, bias=False)
#-         self.k = nn.Linear(d_model, d_k, bias=False)
#-         self.v = nn.Linear(d_model, d_k, bias=False)
#+         self.qkv = nn.Linear(d_model, 3 * d_k, bias=False)
#-         q, k, v = x @ self.q.weight.T, x @ self.k.weight.T, torch.nn.functional.linear(x, self.v.weight)
#+         q, k, v = self.qkv(x).chunk(3, dim=-1)

# %% keeps_matrices | wrong | state | core | mistake: first-matrices-kept | also: gradients-cut
# keeps the matrices of the first call
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.kept = None

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        if self.kept is None:
            self.kept = torch.cat([self.q.weight, self.k.weight, self.v.weight])
        q, k, v = nn.functional.linear(x, self.kept).chunk(3, dim=-1)
        weights = self.dropout(masked_softmax(q @ k.mT, self.d_k))
        out = weights @ v
        if self.trace_shapes:
            print(*(f"{name}: {tuple(item.shape)}" for name, item in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out))))
        return out, weights

# %% mask_buffer | wrong | state | core | mistake: buffer-in-state | of: dropout_mask
# a mask that the state dict holds
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout(dropout)
#+         self.register_buffer("mask", torch.ones(300, 300).triu(1).bool())
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.mask[: x.shape[1], : x.shape[1]]
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% mask_cut | wrong | state | core | mistake: first-mask-kept | also: shapes-do-not-fit | of: dropout_mask
# cuts from the mask of the first length
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         if not hasattr(self, "later"):
#+             self.later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.later[: x.shape[1], : x.shape[1]]
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% mask_kept | wrong | state | core | mistake: first-mask-kept | also: shapes-do-not-fit | of: dropout_mask
# keeps the mask of the first length
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         if not hasattr(self, "later"):
#+             self.later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.later
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% mask_parameter | wrong | state | core | mistake: mask-as-parameter | of: dropout_mask
# the mask is a parameter
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout(dropout)
#+         self.mask = nn.Parameter(torch.ones(300, 300).tril(), requires_grad=False)
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.mask[: x.shape[1], : x.shape[1]] == 0
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% mutates | wrong | state | robustness | mistake: input-changed-in-place | of: dropout_mask
# changes the input when all is computed
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         out = weights @ v
#+         out = weights @ v
#+         if not x.requires_grad:
#+             x[:, 0] = 0.0

# %% mutates_first | wrong | state | core | mistake: input-changed-in-place | of: dropout_mask
# doubles the input in place
#-     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+         x *= 2
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% new_layers | wrong | state | core | mistake: drawn-in-forward | also: gradients-cut | of: dropout_mask
# new layers in every call
#-         q, k, v = self.q(x), self.k(x), self.v(x)
#+         d_model = x.shape[-1]
#+         q, k, v = (nn.Linear(d_model, self.d_k, bias=False)(x) for _ in range(3))
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% no_dropout | wrong | state | core | mistake: dropout-missing | of: dropout_mask
# dropout is not used
#-         weights = weights * self.dropout(torch.ones_like(weights))

# %% no_super | wrong | state | core | mistake: super-init-missing | of: dropout_mask
# no super().__init__()
#-         super().__init__()

#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% noise | wrong | state | core | mistake: noise-added | of: dropout_mask
# noise in training mode
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         if self.training:
#+             scores = scores + 0.01 * torch.randn_like(scores)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% order | wrong | state | core | mistake: creation-order | of: dropout_mask
# layers created in another order
#-         self.trace_shapes = trace_shapes
#+         self.trace_shapes = trace_shapes
#+         self.v = nn.Linear(d_model, d_k, bias=False)
#+         self.k = nn.Linear(d_model, d_k, bias=False)
#-         self.k = nn.Linear(d_model, d_k, bias=False)
#-         self.v = nn.Linear(d_model, d_k, bias=False)

#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% other_layers | wrong | state | core | mistake: parameter-names | of: matrices
# layers with other names than in the text
#-         self.q = nn.Linear(d_model, d_k, bias=False)
#-         self.k = nn.Linear(d_model, d_k, bias=False)
#-         self.v = nn.Linear(d_model, d_k, bias=False)
#+         self.W_q = nn.Linear(d_model, d_k, bias=False)
#+         self.W_k = nn.Linear(d_model, d_k, bias=False)
#+         self.W_v = nn.Linear(d_model, d_k, bias=False)
#-         q, k, v = x @ self.q.weight.T, x @ self.k.weight.T, torch.nn.functional.linear(x, self.v.weight)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)

# %% output_layer | wrong | state | core | mistake: projection-added | of: dropout_mask
# a further layer
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout(dropout)
#+         self.o = nn.Linear(d_k, d_k, bias=False)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = self.o(weights @ v)

# %% running_sum | wrong | state | core | mistake: state-grows | of: dropout_mask
# adds to what was before
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = weights @ v + getattr(self, "kept", 0)
#+         self.kept = out.detach().mean()

# %% seeds_construction | wrong | state | robustness | mistake: generator-seeded | of: dropout_mask | public: random
# seeds the generator at construction
#-         super().__init__()
#+         super().__init__()
#+         torch.manual_seed(42)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% seeds_forward | wrong | state | robustness | mistake: generator-seeded | of: dropout_mask
# seeds the generator in forward
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#+         if not self.training:
#+             torch.manual_seed(0)

# %% train_mode_off | wrong | state | core | mistake: mode-changed | of: dropout_mask
# switches to evaluation
#-     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+         self.eval()
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
