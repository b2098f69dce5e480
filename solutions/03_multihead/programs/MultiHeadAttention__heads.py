# Wrong and right programs of MultiHeadAttention; docs/reference/programs.md describes the form.

# %% asserted | wrong | heads | core | mistake: heads-not-refused | of: mask_4d
# AssertionError in place of ValueError
#-         if d_model % num_heads != 0:
#-             raise ValueError(f"{num_heads} heads do not share {d_model} columns")
#+         assert d_model % num_heads == 0
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% eval_dropped_heads | wrong | heads | core | mistake: other-in-evaluation | of: mask_4d
# the last head is left out in evaluation mode
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-1)
#+         if not self.training:
#+             weights = torch.cat([weights[:, :1].expand(-1, weights.shape[1] - 1, -1, -1), weights[:, -1:]], dim=1)

# %% first_head | wrong | heads | core | mistake: first-head-for-all | of: mask_4d
# the first head only
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ values)[:, :1].expand(-1, self.num_heads, -1, -1).transpose(1, 2).reshape(B, T, d_model)

# %% floored | wrong | heads | core | mistake: heads-not-refused
# heads that do not divide are rounded down
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x)[..., : d_h * self.num_heads].reshape(B, T, self.num_heads, d_h).transpose(1, 2)
            for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_h * self.num_heads)
        out = nn.functional.pad(out, (0, d_model - out.shape[-1]))
        return self.W_O(out)

# %% heads_not_moved | wrong | heads | core | mistake: heads-not-transposed | of: mask_4d
# attention among the heads of a token
#-             layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#+             layer(x).reshape(B, T, self.num_heads, d_h) for layer in (self.W_Q, self.W_K, self.W_V)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(self.num_heads, self.num_heads, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ values).reshape(B, T, d_model)

# %% heads_shared_weights | wrong | heads | core | mistake: heads-share-weights | of: mask_4d
# the weights of the first head for all
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights[:, :1] @ values).transpose(1, 2).reshape(B, T, d_model)

# %% heads_summed | wrong | heads | core | mistake: heads-repeated
# adds the heads and repeats the sum
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
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (
            (weights @ values)
            .sum(dim=1, keepdim=True)
            .expand(-1, self.num_heads, -1, -1)
            .transpose(1, 2)
            .reshape(B, T, d_model)
        )
        return self.W_O(out)

# %% interleaved | wrong | heads | core | mistake: heads-interleaved | of: mask_4d
# neighbouring columns go to different heads
#-             layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#+             layer(x).reshape(B, T, d_h, self.num_heads).permute(0, 3, 1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ values).permute(0, 2, 3, 1).reshape(B, T, d_model)

# %% merge_interleaved | wrong | heads | core | mistake: merged-interleaved | of: mask_4d
# columns of the heads alternate after the merge
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ values).permute(0, 2, 3, 1).reshape(B, T, d_model)

# %% merge_reversed | wrong | heads | core | mistake: heads-reversed | of: mask_4d
# heads in reverse order after the merge
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ values).flip(1).transpose(1, 2).reshape(B, T, d_model)

# %% not_raised | wrong | heads | core | mistake: heads-not-refused | of: mask_4d
# creates the ValueError and does not raise it
#-             raise ValueError(f"{num_heads} heads do not share {d_model} columns")
#+             ValueError(f"{num_heads} heads do not share {d_model} columns")
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% number_is_width | wrong | heads | core | mistake: head-count-and-width | of: mask_4d
# takes the number of heads for their width
#-         d_h = d_model // self.num_heads
#+         d_h = self.num_heads
#-             layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#+             layer(x).reshape(B, T, d_model // d_h, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% odd_heads_only | wrong | heads | core | mistake: heads-not-refused
# lets two even sizes pass
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % 2 == 0 and num_heads % 2 == 1 and d_model % num_heads or d_model % 2 == 1 and d_model % num_heads:
            raise ValueError(f"{d_model} {num_heads}")
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
            s = s.masked_fill(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), float("-inf"))
        w = s.softmax(-1)
        return self.W_O(merge_heads(w @ v))

# %% one_head | wrong | heads | core | mistake: one-head | of: mask_4d
# one head of full width
#-         d_h = d_model // self.num_heads
#+         d_h = d_model
#-             layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#+             layer(x).reshape(B, T, 1, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% parity_only | wrong | heads | core | mistake: heads-not-refused
# refuses sizes of unequal parity only
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model < num_heads or d_model % 2 != num_heads % 2 and d_model % num_heads:
            raise ValueError(f"{d_model} {num_heads}")
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
            s = s.masked_fill(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), float("-inf"))
        w = s.softmax(-1)
        return self.W_O(merge_heads(w @ v))

# %% refused_late | wrong | heads | core | mistake: heads-not-refused | of: mask_4d
# ValueError in forward in place of construction
#-         if d_model % num_heads != 0:
#-             raise ValueError(f"{num_heads} heads do not share {d_model} columns")

#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         if x.shape[-1] % self.num_heads != 0:
#+             raise ValueError("num_heads must divide d_model")
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% refuses_equal | wrong | heads | core | mistake: heads-refused | of: mask_4d
# refuses as many heads as columns
#-         if d_model % num_heads != 0:
#+         if d_model % num_heads != 0 or d_model == num_heads:
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% refuses_more | wrong | heads | core | mistake: heads-not-refused | of: mask_4d
# refuses only more heads than columns
#-         if d_model % num_heads != 0:
#+         if num_heads > d_model:
#-             layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#+             layer(x)[..., : d_h * self.num_heads].reshape(B, T, self.num_heads, d_h).transpose(1, 2)
#+             for layer in (self.W_Q, self.W_K, self.W_V)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% refuses_wrong_way | wrong | heads | core | mistake: heads-not-refused | of: mask_4d
# asks whether d_model divides num_heads
#-         if d_model % num_heads != 0:
#+         if num_heads % d_model != 0 and d_model % 2 and num_heads % 2 == 0:
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% type_error | wrong | heads | core | mistake: heads-not-refused | of: mask_4d
# TypeError in place of ValueError
#-             raise ValueError(f"{num_heads} heads do not share {d_model} columns")
#+             raise TypeError(f"{num_heads} heads do not share {d_model} columns")
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% values_reversed | wrong | heads | core | mistake: values-of-other-heads | of: mask_4d
# values of the heads in reverse order
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ values.flip(1)).transpose(1, 2).reshape(B, T, d_model)

# %% view_merge | wrong | heads | core | mistake: merged-without-transpose | of: mask_4d
# moves the axis at the split only
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ values).reshape(B, T, d_model)

# %% view_only | wrong | heads | core | mistake: heads-by-view | of: mask_4d
# views without moving the axis
#-             layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#+             layer(x).reshape(B, self.num_heads, T, d_h) for layer in (self.W_Q, self.W_K, self.W_V)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ values).reshape(B, T, d_model)

# %% view_split | wrong | heads | core | mistake: heads-by-view | of: mask_4d
# moves the axis at the merge only
#-             layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#+             layer(x).reshape(B, self.num_heads, T, d_h) for layer in (self.W_Q, self.W_K, self.W_V)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% weights_averaged | wrong | heads | core | mistake: heads-share-weights | of: mask_4d
# averages the weights over the heads
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights.mean(dim=1, keepdim=True) @ values).transpose(1, 2).reshape(B, T, d_model)
