# Wrong and right programs of CausalSelfAttention; docs/reference/programs.md describes the form.

# %% data | wrong | autograd | core | mistake: gradients-cut | of: billion
# weights of the layer through .data
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return (weights @ values) @ self.W_O.weight.data.T

# %% detached_input | wrong | autograd | core | mistake: gradients-cut | of: billion
# detaches the input
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         x = x.detach()
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% detached_queries | wrong | autograd | core | mistake: gradients-cut | of: billion
# detaches the queries
#-         queries, keys, values = self.W_Q(x), self.W_K(x), self.W_V(x)
#+         queries, keys, values = self.W_Q(x).detach(), self.W_K(x), self.W_V(x)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% detached_weights | wrong | autograd | core | mistake: gradients-cut | of: billion
# detaches the weights
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights.detach() @ values)

# %% frozen | wrong | autograd | core | mistake: frozen-parameters | of: billion
# the output layer does not learn
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O.requires_grad_(False)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% in_place | wrong | autograd | core | mistake: in-place-in-graph | of: billion
# in place on the output of the softmax
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores, dim=-1)
#+         weights.masked_fill_(later, 0)
#+         weights = weights / weights.sum(-1, keepdim=True)

# %% item | wrong | autograd | core | mistake: through-python-numbers | also: gradients-cut | of: billion
# numbers out of the graph
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         weights = torch.tensor(weights.tolist(), dtype=x.dtype)

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# without gradients
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        with torch.no_grad():
            queries, keys, values = self.W_Q(x), self.W_K(x), self.W_V(x)
            later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
            scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
            weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
            return self.W_O(weights @ values)

# %% no_output_layer | wrong | autograd | core | mistake: gradients-cut | of: billion
# the output layer is detached and never learned
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return weights @ values @ self.W_O.weight.detach().T

# %% numpy | wrong | autograd | core | mistake: through-numpy | also: gradients-cut | of: billion
# through numpy
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         weights = torch.from_numpy(weights.detach().numpy())

# %% batch_axis | wrong | axis | core | mistake: over-batch | of: billion
# softmax over the batch
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=0)

# %% dot_t | wrong | axis | core | mistake: all-dimensions-turned | of: billion
# .T on a batch
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = torch.matmul(queries, keys.permute(2, 1, 0)) / math.sqrt(self.head_dim)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% flat | wrong | axis | core | mistake: whole-matrix | of: billion
# softmax over the whole matrix
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf).flatten(1), dim=-1).view(scores.shape)

# %% queries_axis | wrong | axis | core | mistake: over-queries | of: billion
# softmax over the queries
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-2)

# %% token_dim | wrong | axis | core | mistake: across-batch | of: billion
# transposes batch and tokens
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = (queries.transpose(0, 1) @ keys.transpose(0, 1).transpose(-2, -1)).transpose(0, 1) / math.sqrt(
#+             self.head_dim
#+         )
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% cpu_mask | wrong | device | robustness | mistake: mask-on-cpu | of: billion
# a mask on the CPU
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% cpu_result | wrong | device | robustness | mistake: moved-to-cpu | of: billion
# moves to the CPU
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.cpu().masked_fill(later.cpu(), -torch.inf), dim=-1).to(x.device)
#+         return self.W_O(weights @ values).cpu()

# %% plain_mask | wrong | device | robustness | mistake: mask-on-cpu | of: billion
# a mask that stays where it was made
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.mask = torch.ones(256, 256).triu(1).bool()
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.mask[: x.shape[1], : x.shape[1]]
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% float_mask | wrong | dtype | robustness | mistake: dtypes-mixed | of: billion
# a float32 mask that bfloat16 does not fit
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores + additive_causal_mask(x.shape[1], x.device), dim=-1)

# %% float_result | wrong | dtype | robustness | mistake: result-float32 | of: billion
# returns float32
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights @ values).float()

# %% half_scores | wrong | dtype | core | mistake: computed-in-half | of: billion
# scores in float16
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.half().masked_fill(later, -torch.inf), dim=-1).to(x.dtype)

# %% cosine | wrong | normalisation | core | mistake: cosine | of: billion
# cosines of queries and keys instead of their products
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = nn.functional.normalize(queries, dim=-1) @ nn.functional.normalize(keys, dim=-1).transpose(-2, -1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% cut_only | wrong | normalisation | core | mistake: mask-not-renormalised | of: billion
# masked after the softmax, rows do not sum to 1
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores, dim=-1).tril()

# %% no_softmax | wrong | normalisation | core | mistake: no-softmax | of: billion
# no softmax
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = scores.tril()

# %% one_hot | wrong | normalisation | core | mistake: one-hot | of: billion
# all weight goes to the largest score
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = nn.functional.one_hot(scores.masked_fill(later, -torch.inf).argmax(-1), x.shape[1]).to(x.dtype)

# %% twice | wrong | normalisation | core | mistake: softmax-twice | of: billion
# softmax twice
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         weights = torch.softmax(weights.masked_fill(later, -torch.inf), dim=-1)

# %% no_scale | wrong | scale | core | mistake: no-scale | of: billion
# the scores are not scaled
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% scale_T | wrong | scale | core | mistake: by-root-of-tokens | of: billion
# divided by the root of the number of tokens
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / math.sqrt(keys.shape[-2])
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% scale_embed_dim | wrong | scale | core | mistake: by-root-of-d-in | of: billion
# the root of embed_dim
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / math.sqrt(x.shape[-1])
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% scale_head_dim | wrong | scale | core | mistake: by-d-k | of: billion
# divides by head_dim
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / self.head_dim
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% scale_integer | wrong | scale | core | mistake: by-integer-root | of: billion
# the root without its decimals
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / math.isqrt(self.head_dim)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% scale_learned | wrong | scale | core | mistake: learned-scale | of: billion
# a learned temperature
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.temperature = nn.Parameter(torch.tensor(head_dim**0.5))
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / self.temperature
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% scale_multiplied | wrong | scale | core | mistake: multiplied-by-root | of: billion
# scores multiplied by the root instead of divided
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) * math.sqrt(self.head_dim)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% scale_precedence | wrong | scale | core | mistake: by-half-d-k | of: billion
# head_dim ** 1/2, which is half of head_dim
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / (self.head_dim**1 / 2)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% scale_values | wrong | scale | core | mistake: scale-after-softmax | of: billion
# scales the values
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         scores = queries @ keys.transpose(-2, -1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights @ values / math.sqrt(self.head_dim))

# %% square_only | wrong | scale | core | mistake: by-root-of-d-in | of: billion
# right only where both widths are equal
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.W_O.weight.shape[0])
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum | of: billion
# subtracts the maximum of all scores
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         parts = torch.exp(scores - scores.max()).tril()
#+         weights = parts / parts.sum(-1, keepdim=True)

# %% no_maximum | wrong | stability | robustness | mistake: no-maximum | of: billion
# exp of the scores as they are
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         parts = torch.exp(scores).tril()
#+         weights = parts / parts.sum(-1, keepdim=True)

# %% ten_thousand | wrong | stability | robustness | mistake: mask-too-weak | of: billion | public: extremes
# hidden scores become -1e4
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ keys.transpose(-2, -1)
#+         weights = torch.softmax(scores.masked_fill(later, -1e4) / math.sqrt(self.head_dim), dim=-1)

# %% running_mean | wrong | values | core | mistake: uniform-weights | of: billion
# a running mean of the values
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.ones_like(scores).tril()
#+         weights = weights / weights.sum(-1, keepdim=True)

# %% single_token | wrong | values | core | mistake: single-token-unchanged | of: billion
# a single token comes back as it is
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         if x.shape[1] == 1:
#+             return x
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% other_argument | wrong | vocabulary | robustness | mistake: argument-names
# parameters have other names
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_head: int) -> None:
        super().__init__()
        self.head_dim = head_dim = d_head
        self.W_Q = nn.Linear(d_model, head_dim, bias=False)
        self.W_K = nn.Linear(d_model, head_dim, bias=False)
        self.W_V = nn.Linear(d_model, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return self.W_O(weights @ values)
