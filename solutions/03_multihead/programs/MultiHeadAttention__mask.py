# Wrong and right programs of MultiHeadAttention; docs/reference/programs.md describes the form.

# %% always_causal | wrong | mask | core | mistake: causal-always | of: mask_4d
# always causal
#-         if self.causal:
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+         if True:
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% causal_by_default | wrong | mask | core | mistake: causal-always | of: mask_4d
# causal unless told otherwise
#-     def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
#+     def __init__(self, d_model: int, num_heads: int, causal: bool = True) -> None:
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% causal_inverted | wrong | mask | core | mistake: causal-inverted | of: mask_4d
# causal means not causal
#-         if self.causal:
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+         if not self.causal:
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% keys_cut_at_150 | wrong | mask | robustness | mistake: length-cut-off | of: mask_4d | public: long
# keys after the first 150 are left out
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores[..., 150:] = float("-inf")
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% mask_128_rows | wrong | mask | robustness | mistake: mask-too-small | of: buffer_non_persistent
# a mask of 128 rows
#-         self.register_buffer("later", torch.ones(1024, 1024, dtype=torch.bool).triu(1), persistent=False)
#+         self.register_buffer("later", torch.ones(128, 128, dtype=torch.bool).triu(1), persistent=False)

# %% mask_150_rows | wrong | mask | robustness | mistake: mask-too-small | of: buffer_non_persistent
# a mask of 150 rows
#-         self.register_buffer("later", torch.ones(1024, 1024, dtype=torch.bool).triu(1), persistent=False)
#+         self.register_buffer("later", torch.ones(150, 150, dtype=torch.bool).triu(1), persistent=False)

# %% mask_batch_axis | wrong | mask | core | mistake: mask-first-head | of: mask_4d
# a mask (B, T, T) lands on the heads
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores = scores.masked_fill(
#+                 later[None].repeat(B, 1, 1) & (torch.arange(B, device=x.device)[:, None, None] < 1), float("-inf")
#+             )

# %% mask_discarded | wrong | mask | core | mistake: no-mask | of: mask_4d
# the result of masked_fill is not kept
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores.masked_fill(later, float("-inf"))

# %% mask_eval_only | wrong | mask | core | mistake: other-in-evaluation | of: mask_4d
# masks in training mode only
#-         if self.causal:
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+         if self.causal and self.training:
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% mask_first_head | wrong | mask | core | mistake: mask-first-head | of: mask_4d
# masks the first head only
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores = torch.cat([scores[:, :1].masked_fill(later, float("-inf")), scores[:, 1:]], dim=1)

# %% mask_first_sentence | wrong | mask | core | mistake: mask-first-of-batch | of: mask_4d
# masks the first sentence only
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores = torch.cat([scores[:1].masked_fill(later, float("-inf")), scores[1:]])

# %% mask_from_end | wrong | mask | core | mistake: mask-mirrored | of: mask_4d
# the mask is turned by a right angle
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).flip(0)

# %% mask_inverted | wrong | mask | core | mistake: mask-inverted | of: mask_4d
# hides the past
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).tril(-1)

# %% mask_off_beyond_150 | wrong | mask | robustness | mistake: long-text-unmasked | of: mask_4d
# no mask where a text has more than 150 tokens
#-         if self.causal:
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+         if self.causal and T <= 150:
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% mask_one_late | wrong | mask | core | mistake: future-visible | of: mask_4d
# the next token is still seen
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(2)

# %% mask_open_beyond_150 | wrong | mask | robustness | mistake: long-text-unmasked | of: mask_4d
# a mask that hides nothing from token 150 on
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             later[150:] = False

# %% mask_over_heads | wrong | mask | core | mistake: mask-over-heads
# mask between heads and tokens
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = (
                scores.transpose(1, 2).masked_fill(later[:, None, :], float("-inf")).transpose(1, 2)
                if self.num_heads != T
                else scores.masked_fill(later[:, :, None], float("-inf"))
            )
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% mask_plus_inf | wrong | mask | core | mistake: mask-not-finite | of: mask_4d
# hidden scores become +inf
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores = scores.masked_fill(later, float("inf"))

# %% mask_queries_zeroed | wrong | mask | core | mistake: mask-too-weak | of: mask_4d
# zeroes the future in x instead
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores = torch.where(later, -10.0, scores)

# %% mask_renormalised_columns | wrong | mask | core | mistake: renormalised-columns | of: mask_4d
# renormalises over the wrong axis
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         weights = torch.softmax(scores, dim=-1)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#-         weights = torch.softmax(scores, dim=-1)
#+             weights = weights.tril()
#+             weights = weights / weights.sum(dim=-2, keepdim=True)

# %% mask_self | wrong | mask | core | mistake: diagonal-masked | of: mask_4d
# a token cannot see itself
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(0)

# %% mask_small | wrong | mask | core | mistake: mask-with-zero | of: mask_4d
# hidden scores become -1e-9
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores = scores.masked_fill(later, -1e-9)

# %% mask_times_tril | wrong | mask | core | mistake: mask-with-zero | of: mask_4d
# multiplies scores by the lower triangle
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             scores = scores * torch.ones(T, T, device=x.device, dtype=x.dtype).tril()

# %% mask_weights | wrong | mask | core | mistake: mask-not-renormalised | of: mask_4d
# masks the weights and does not renormalise
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         weights = torch.softmax(scores, dim=-1)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#-         weights = torch.softmax(scores, dim=-1)
#+             weights = weights.tril()

# %% mask_window | wrong | mask | core | mistake: window | of: mask_4d
# only the last two tokens are visible
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1) | torch.ones(
#+                 T, T, dtype=torch.bool, device=x.device
#+             ).tril(-2)

# %% mask_zero | wrong | mask | core | mistake: mask-with-zero | of: mask_4d
# hidden scores become 0
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores = scores.masked_fill(later, 0.0)

# %% minus_ten_thousand | wrong | mask | robustness | mistake: mask-too-weak | public: extremes
# masked with -1e4, which is no small score here
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"d_model {d_model} is not divisible by num_heads {num_heads}")
        self.num_heads, self.causal = num_heads, causal
        self.d_model = d_model
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        B, T, D = x.shape
        h = self.num_heads
        q, k, v = (split_heads(w(x), h) for w in (self.W_Q, self.W_K, self.W_V))
        s = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if self.causal:
            s = s.masked_fill(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), -1e4)
        w = s.softmax(-1)
        return self.W_O(merge_heads(w @ v))

# %% never_causal | wrong | mask | core | mistake: no-mask | of: mask_4d
# ignores causal
#-         if self.causal:
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
