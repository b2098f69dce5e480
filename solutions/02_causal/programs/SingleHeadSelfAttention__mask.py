# Wrong and right programs of SingleHeadSelfAttention; docs/reference/programs.md describes the form.

# %% diagonal | wrong | mask | core | mistake: diagonal-masked | of: dropout_mask
# a token cannot see itself
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(0)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% discarded | wrong | mask | core | mistake: no-mask | of: dropout_mask
# the result of masked_fill is not kept
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         scores.masked_fill(later, -torch.inf)
#+         weights = torch.softmax(scores, dim=-1)
#+         weights = self.dropout(weights)

# %% first_of_batch | wrong | mask | core | mistake: mask-first-of-batch | of: dropout_mask
# masks the first sentence only
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         scores = torch.cat([scores[:1].masked_fill(later, -torch.inf), scores[1:]])
#+         weights = torch.softmax(scores, dim=-1)
#+         weights = self.dropout(weights)

# %% inverted | wrong | mask | core | mistake: mask-inverted | of: dropout_mask
# hides the past
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).tril(-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% longest_ten | wrong | mask | core | mistake: mask-too-small | of: dropout_mask
# a mask of at most ten tokens
#-         self.dropout = nn.Dropout(dropout)
#+         self.dropout = nn.Dropout(dropout)
#+         self.register_buffer("mask", torch.ones(10, 10).triu(1).bool(), persistent=False)
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.mask[: x.shape[1], : x.shape[1]]
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% mask_from_width | wrong | mask | core | mistake: mask-other | of: other_init
# the mask is as large as d_k
#-         for layer in (self.q, self.k, self.v):
#-             nn.init.xavier_uniform_(layer.weight)

#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(self.d_k, self.d_k, dtype=torch.bool, device=x.device).triu(1)
#+         later = nn.functional.pad(later, (0, max(0, x.shape[1] - self.d_k), 0, max(0, x.shape[1] - self.d_k)))[
#+             : x.shape[1], : x.shape[1]
#+         ]

# %% mask_of_128 | wrong | mask | core | mistake: mask-too-small
# cut from a mask of 128 tokens
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.ones(128, 128, dtype=torch.bool).triu(1), persistent=False)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        later = self.mask[: x.shape[1], : x.shape[1]]
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.d_k)
        weights = self.dropout(torch.softmax(scores, dim=-1))
        out = weights @ v
        if self.trace_shapes:
            print(*(f"{name}: {tuple(item.shape)}" for name, item in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out))))
        return out, weights

# %% mask_values | wrong | mask | core | mistake: returned-weights-differ | of: dropout_mask
# masks the values
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = weights @ v.masked_fill(later[-1][None, :, None], 0)
#+         weights = torch.softmax(scores, dim=-1)

# %% minus_hundred | wrong | mask | core | mistake: mask-too-weak | of: dropout_mask | public: extremes
# hidden scores become -100
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores.masked_fill(later, -100), dim=-1)
#+         weights = self.dropout(weights)

# %% no_mask | wrong | mask | core | mistake: no-mask | of: own_renormalising
# no mask
#-         weights = mask_and_renormalize(torch.softmax(scores, dim=-1))
#+         weights = torch.softmax(scores, dim=-1)

# %% one_too_few | wrong | mask | core | mistake: future-visible | of: dropout_mask
# the next token is still seen
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(2)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% sixteen_tokens | wrong | mask | core | mistake: mask-too-small
# a mask of at most 16 tokens
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model, d_k, dropout=0.0, trace_shapes=False):
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        weights = self.dropout(
            torch.softmax(
                (q @ k.mT).masked_fill(
                    torch.ones(16, 16, device=x.device).triu(1).bool()[: x.shape[1], : x.shape[1]], -math.inf
                )
                / math.sqrt(self.d_k),
                -1,
            )
        )
        out = weights @ v
        if self.trace_shapes:
            for n, t in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out)):
                print(f"{n}: {tuple(t.shape)}")
        return out, weights

# %% tiny | wrong | mask | core | mistake: mask-with-zero | of: dropout_mask
# hidden scores become -1e-9
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores.masked_fill(later, -1e-9), dim=-1)
#+         weights = self.dropout(weights)

# %% window | wrong | mask | core | mistake: window | of: dropout_mask
# only the three tokens before are seen
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device)
#+         later = later.triu(1) | later.tril(-4)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% zero_filled | wrong | mask | core | mistake: mask-with-zero | of: dropout_mask
# hidden scores become 0
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores.masked_fill(later, 0), dim=-1)
#+         weights = self.dropout(weights)
