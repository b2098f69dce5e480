# Wrong and right programs of SingleHeadSelfAttention; docs/reference/programs.md describes the form.

# %% batch | wrong | axis | core | mistake: over-batch | of: dropout_mask
# softmax over the batch
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=0).nan_to_num()
#+         weights = self.dropout(weights)

# %% flat | wrong | axis | core | mistake: whole-matrix | of: dropout_mask
# softmax over the whole matrix
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf).flatten(1), dim=-1).view(scores.shape)
#+         weights = self.dropout(weights)

# %% queries | wrong | axis | core | mistake: over-queries | of: dropout_mask
# softmax over the queries
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=1)
#+         weights = self.dropout(weights)

# %% token_dim | wrong | axis | core | mistake: across-batch | of: dropout_mask
# transposes batch and tokens
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = (q.transpose(0, 1) @ k.transpose(0, 1).transpose(-2, -1)).transpose(0, 1) / math.sqrt(self.d_k)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% cpu_mask | wrong | device | robustness | mistake: mask-on-cpu | of: dropout_mask
# a mask on the CPU
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% plain_mask | wrong | device | robustness | mistake: mask-on-cpu | of: dropout_mask
# a mask that stays where it was made
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout(dropout)
#+         self.mask = torch.ones(256, 256).triu(1).bool()
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.mask[: x.shape[1], : x.shape[1]]
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% float_mask | wrong | dtype | robustness | mistake: result-widened | of: dropout_mask
# a float32 mask that widens bfloat16
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = torch.softmax(scores + additive_causal_mask(x.shape[1], x.device), dim=-1)
#+         weights = self.dropout(weights)
#+         out = weights @ v.to(weights.dtype)

# %% float_weights | wrong | dtype | robustness | mistake: result-float32 | of: dropout_mask
# computes and returns float32
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = torch.softmax(scores.float().masked_fill(later, -torch.inf), dim=-1)
#+         weights = self.dropout(weights)
#+         out = weights @ v.float()

# %% float_weights_returned | wrong | dtype | robustness | mistake: result-float32 | of: dropout_mask
# returns weights in float32
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = torch.softmax(scores.float().masked_fill(later, -torch.inf), dim=-1)
#+         weights = self.dropout(weights)
#+         out = (weights.to(v.dtype)) @ v

# %% cosine | wrong | normalisation | core | mistake: cosine | of: dropout_mask
# cosines of queries and keys instead of their products
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = nn.functional.normalize(q, dim=-1) @ nn.functional.normalize(k, dim=-1).transpose(-2, -1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% cut_only | wrong | normalisation | core | mistake: mask-not-renormalised | of: dropout_mask
# masked after the softmax, rows do not sum to 1
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores, dim=-1).tril()
#+         weights = self.dropout(weights)

# %% no_softmax | wrong | normalisation | core | mistake: no-softmax | of: dropout_mask
# no softmax
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = scores.tril()
#+         weights = self.dropout(weights)

# %% twice | wrong | normalisation | core | mistake: softmax-twice | of: dropout_mask
# softmax twice
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(
#+             torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1).masked_fill(later, -torch.inf), dim=-1
#+         )
#+         weights = self.dropout(weights)

# %% bias | wrong | projection | core | mistake: bias-added | of: dropout_mask
# layers with a bias
#-         self.q = nn.Linear(d_model, d_k, bias=False)
#-         self.k = nn.Linear(d_model, d_k, bias=False)
#-         self.v = nn.Linear(d_model, d_k, bias=False)
#+         self.q = nn.Linear(d_model, d_k)
#+         self.k = nn.Linear(d_model, d_k)
#+         self.v = nn.Linear(d_model, d_k)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% equal_layers | wrong | projection | core | mistake: layers-start-alike
# three layers that begin with the same weights
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.k.load_state_dict(self.q.state_dict())
        self.v.load_state_dict(self.q.state_dict())

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.d_k)
        weights = self.dropout(torch.softmax(scores, dim=-1))
        out = weights @ v
        if self.trace_shapes:
            print(*(f"{name}: {tuple(item.shape)}" for name, item in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out))))
        return out, weights

# %% keys_queries | wrong | projection | core | mistake: keys-by-queries | of: dropout_mask
# keys and queries change places
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = k @ q.transpose(-2, -1) / math.sqrt(self.d_k)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% layers_swapped | wrong | projection | core | mistake: matrices-mixed-up | of: dropout_mask
# k and v change places
#-         q, k, v = self.q(x), self.k(x), self.v(x)
#+         q, v, k = self.q(x), self.k(x), self.v(x)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% normed | wrong | projection | core | mistake: input-normalised | of: dropout_mask
# one more layer norm, in front
#-     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+         x = nn.functional.layer_norm(x, x.shape[-1:])
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% queries_twice | wrong | projection | core | mistake: scores-of-queries | of: dropout_mask
# queries times queries, without keys
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ q.transpose(-2, -1) / math.sqrt(self.d_k)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% relu | wrong | projection | core | mistake: activated | of: dropout_mask
# a relu on the queries
#-         q, k, v = self.q(x), self.k(x), self.v(x)
#+         q, k, v = torch.relu(self.q(x)), self.k(x), self.v(x)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% residual | wrong | projection | core | mistake: values-added | of: dropout_mask
# the values are added to the output
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = weights @ v + v

# %% tied | wrong | projection | core | mistake: matrix-missing | of: dropout_mask
# one layer for queries and keys
#-         self.k = nn.Linear(d_model, d_k, bias=False)
#+         self.k = self.q
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% transposed_weights | wrong | projection | core | mistake: weights-transposed | of: dropout_mask
# the weights are transposed
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = weights.transpose(-2, -1) @ v

# %% value_bias | wrong | projection | core | mistake: bias-added | of: dropout_mask
# one layer with a bias
#-         self.v = nn.Linear(d_model, d_k, bias=False)
#+         self.v = nn.Linear(d_model, d_k)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% values_as_keys | wrong | projection | core | mistake: values-from-keys | of: dropout_mask
# values projected with the key layer
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = weights @ k

# %% no_scale | wrong | scale | core | mistake: no-scale | of: dropout_mask
# the scores are not scaled
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% scale_T | wrong | scale | core | mistake: by-root-of-tokens | of: dropout_mask
# divided by the root of the number of tokens
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / math.sqrt(k.shape[1])
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% scale_d_k | wrong | scale | core | mistake: by-d-k | of: dropout_mask
# divides by d_k
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / self.d_k
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% scale_d_model | wrong | scale | core | mistake: by-root-of-d-in | of: dropout_mask
# the root of d_model
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / math.sqrt(x.shape[-1])
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% scale_integer | wrong | scale | core | mistake: by-integer-root | of: dropout_mask
# the root without its decimals
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / int(math.sqrt(self.d_k))
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% scale_learned | wrong | scale | core | mistake: learned-scale | of: dropout_mask
# a learned temperature
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout(dropout)
#+         self.temperature = nn.Parameter(torch.tensor(d_k**0.5))
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / self.temperature
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% scale_out | wrong | scale | core | mistake: scale-after-softmax | of: dropout_mask
# scales out instead of the scores
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = weights @ v / math.sqrt(self.d_k)

# %% scale_precedence | wrong | scale | core | mistake: by-half-d-k | of: dropout_mask
# d_k ** 1/2, which is half of d_k
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / (self.d_k**1 / 2)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum | of: dropout_mask
# subtracts the maximum of all scores
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         parts = torch.exp(scores - scores.max()).tril()
#+         weights = parts / parts.sum(-1, keepdim=True)
#+         weights = self.dropout(weights)

# %% no_maximum | wrong | stability | robustness | mistake: no-maximum | of: dropout_mask
# exp of the scores as they are
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         parts = torch.exp(scores).tril()
#+         weights = parts / parts.sum(-1, keepdim=True)
#+         weights = self.dropout(weights)

# %% ten_thousand | wrong | stability | robustness | mistake: mask-too-weak | of: dropout_mask | public: extremes
# hidden scores become -1e4
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         scores = q @ k.transpose(-2, -1)
#+         weights = torch.softmax(scores.masked_fill(later, -1e4) / math.sqrt(self.d_k), dim=-1)
#+         weights = self.dropout(weights)

# %% thousand | wrong | stability | robustness | mistake: mask-too-weak | of: dropout_mask | public: extremes
# hidden scores become -1000
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores.masked_fill(later, -1e3), dim=-1)
#+         weights = self.dropout(weights)

# %% nothing | wrong | values | core | mistake: returns-none | of: dropout_mask
# returns nothing
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         return out, weights

# %% scores_returned | wrong | values | core | mistake: scores-returned | of: dropout_mask
# returns the scores in place of the weights
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         return out, weights
#+         return out, scores

# %% unmasked_returned | wrong | values | core | mistake: returned-weights-differ | of: dropout_mask
# returns the weights before the mask
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         free = torch.softmax(scores, dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         out = weights @ v
#+         out = weights @ v
#+         weights = free
