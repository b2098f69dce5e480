# Wrong and right programs of CausalSelfAttention; docs/reference/programs.md describes the form.

# %% bool_subtracted | wrong | mask | core | mistake: mask-too-weak | of: billion
# the mask itself is subtracted
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores - later.to(scores.dtype), dim=-1)

# %% buffer_of_sixteen | wrong | mask | core | mistake: mask-too-small
# a mask of at most 16 tokens
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.register_buffer("mask", torch.ones(16, 16).triu(1).bool(), persistent=False)

    def forward(self, x):
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        T = x.shape[1]
        s = (q @ k.transpose(-2, -1)).masked_fill(self.mask[:T, :T], -math.inf)
        return self.W_O(torch.softmax(s / math.sqrt(q.shape[-1]), -1) @ v)

# %% diagonal | wrong | mask | core | mistake: diagonal-masked | of: billion
# a token cannot see itself
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu()
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% diagonal_filled | wrong | mask | core | mistake: diagonal-masked | of: billion
# a token cannot see itself, the first sees nothing
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu()
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         weights = weights.nan_to_num(0.0)

# %% discarded | wrong | mask | core | mistake: no-mask | of: billion
# the result of masked_fill is not kept
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores.masked_fill(later, -torch.inf)
#+         weights = torch.softmax(scores, dim=-1)

# %% first_of_batch | wrong | mask | core | mistake: mask-first-of-batch | of: billion
# masks the first sentence only
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = torch.cat([scores[:1].masked_fill(later, -torch.inf), scores[1:]])
#+         weights = torch.softmax(scores, dim=-1)

# %% inverted | wrong | mask | core | mistake: mask-inverted | of: billion
# hides the past
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).tril(-1)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% longest_ten | wrong | mask | core | mistake: mask-too-small | of: billion
# a mask of at most ten tokens
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.register_buffer("mask", torch.ones(10, 10).triu(1).bool(), persistent=False)
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.mask[: x.shape[1], : x.shape[1]]
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% mask_of_128 | wrong | mask | core | mistake: mask-too-small
# cut from a mask of 128 tokens
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.register_buffer("mask", torch.ones(128, 128, dtype=torch.bool).triu(1), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = self.mask[: x.shape[1], : x.shape[1]]
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.head_dim)
        return self.W_O(torch.softmax(scores, dim=-1) @ v)

# %% mask_of_width | wrong | mask | core | mistake: mask-too-small | of: billion
# a mask as large as embed_dim
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.register_buffer("mask", torch.ones(embed_dim, embed_dim).triu(1).bool(), persistent=False)
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.mask[: x.shape[1], : x.shape[1]]
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% mask_on_input | wrong | mask | core | mistake: mask-not-renormalised | of: billion
# masks the input instead
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)

#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores, dim=-1).tril()
#+         weights = weights / scores.shape[-1]

# %% minus_five | wrong | mask | core | mistake: mask-too-weak | of: billion
# hidden scores become -5
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -5), dim=-1)

# %% negated | wrong | mask | core | mistake: mask-inverted | of: billion
# hides all that may be seen
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(~later, -torch.inf), dim=-1)

# %% no_mask | wrong | mask | core | mistake: no-mask | of: billion
# no mask
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)

#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores, dim=-1)

# %% one_too_few | wrong | mask | core | mistake: future-visible | of: billion
# the next token is still seen
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(2)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% plus_inf | wrong | mask | core | mistake: mask-positive | of: billion
# +inf instead of -inf
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, torch.inf), dim=-1)

# %% tiny | wrong | mask | core | mistake: mask-with-zero | of: billion
# hidden scores become -1e-9
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -1e-9), dim=-1)

# %% twelve_tokens | wrong | mask | core | mistake: mask-too-small
# a mask of at most 12 tokens
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x):
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        m = torch.ones(12, 12, device=x.device).triu(1).bool()[: x.shape[1], : x.shape[1]]
        return self.W_O(torch.softmax((q @ k.mT).masked_fill(m, -math.inf) / q.shape[-1] ** 0.5, -1) @ v)

# %% window | wrong | mask | core | mistake: window | of: billion
# only the three tokens before are seen
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device)
#+         later = later.triu(1) | later.tril(-4)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% zero_filled | wrong | mask | core | mistake: mask-with-zero | of: billion
# hidden scores become 0
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, 0), dim=-1)
