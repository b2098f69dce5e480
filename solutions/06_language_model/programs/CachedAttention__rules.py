# Wrong and right programs of CachedAttention; docs/reference/programs.md describes the form.

# %% fused | not allowed
# scaled_dot_product_attention with a mask
class CachedAttention(nn.Module):

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f'num_heads must divide d_model: {num_heads} does not divide {d_model}')
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None=None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        queries = self.W_Q(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        keys = self.W_K(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        values = self.W_V(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        if cache is not None:
            keys = torch.cat([cache[0], keys], dim=2)
            values = torch.cat([cache[1], values], dim=2)
        T_new, T_all = (queries.shape[2], keys.shape[2])
        hidden = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
        context = nn.functional.scaled_dot_product_attention(queries, keys, values, attn_mask=~hidden)
        merged = context.transpose(1, 2).flatten(start_dim=2)
        return (self.W_O(merged), (keys, values))

# %% fused_causal | not allowed
# scaled_dot_product_attention where there is no past
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(queries.shape[-1])
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#-         scores = scores.masked_fill(later, -torch.inf)
#-         weights = torch.softmax(scores, dim=-1)
#-         context = weights @ values
#+         scores = queries @ keys.transpose(-2, -1)
#+         scores = scores / math.sqrt(queries.shape[-1])
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         scores = scores.masked_fill(later, -torch.inf)
#+         weights = torch.softmax(scores, dim=-1)
#+         context = weights @ values
#+         if cache is None:
#+             context = nn.functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)

# %% given | not allowed
# the given layer where there is no past
#-         merged = context.transpose(1, 2).flatten(start_dim=2)
#+         merged = context.transpose(1, 2).flatten(start_dim=2)
#+         if cache is None:
#+             given = MultiHeadAttention(x.shape[-1], self.num_heads, causal=True).to(x.dtype)
#+             merged = merged + 0 * given(x).detach()

# %% by_string | not allowed
# its name put together
class CachedAttention(nn.Module):

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f'num_heads must divide d_model: {num_heads} does not divide {d_model}')
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None=None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        queries = self.W_Q(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        keys = self.W_K(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        values = self.W_V(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        if cache is not None:
            keys = torch.cat([cache[0], keys], dim=2)
            values = torch.cat([cache[1], values], dim=2)
        T_new, T_all = (queries.shape[2], keys.shape[2])
        hidden = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
        function = getattr(nn.functional, 'scaled_dot_' + 'product_attention')
        context = function(queries, keys, values, attn_mask=~hidden)
        merged = context.transpose(1, 2).flatten(start_dim=2)
        return (self.W_O(merged), (keys, values))

# %% module | not allowed
# nn.MultiheadAttention beside the right result
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(queries.shape[-1])
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#-         scores = scores.masked_fill(later, -torch.inf)
#-         weights = torch.softmax(scores, dim=-1)
#-         context = weights @ values
#+         scores = queries @ keys.transpose(-2, -1)
#+         scores = scores / math.sqrt(queries.shape[-1])
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         scores = scores.masked_fill(later, -torch.inf)
#+         weights = torch.softmax(scores, dim=-1)
#+         context = weights @ values
#+         module = nn.MultiheadAttention(x.shape[-1], 1, batch_first=True, dtype=x.dtype)
#+         context = context + 0 * module(x, x, x)[0].detach().mean()

# %% softmax_of_library | allowed
# softmax and masks of its own
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = nn.functional.softmax(scores, dim=-1)
