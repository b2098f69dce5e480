# Wrong and right programs of MultiHeadAttention; docs/reference/programs.md describes the form.

# %% activation | wrong | projection | core | mistake: activated | of: mask_4d
# an activation behind W_V
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ torch.relu(values)).transpose(1, 2).reshape(B, T, d_model)

# %% bias | wrong | projection | core | mistake: bias-added | of: loop_setattr
# layers with bias
#-         for name in ("W_Q", "W_K", "W_V", "W_O"):
#-             setattr(self, name, nn.Linear(d_model, d_model, bias=False))
#+         self.W_Q = nn.Linear(d_model, d_model)
#+         self.W_K = nn.Linear(d_model, d_model)
#+         self.W_V = nn.Linear(d_model, d_model)
#+         self.W_O = nn.Linear(d_model, d_model)

# %% bias_output | wrong | projection | core | mistake: bias-added | of: mask_4d
# output layer with bias
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% copied_layers | wrong | projection | core | mistake: layers-start-alike | of: mask_4d
# keys and values begin as copies of the queries
#- class MultiHeadAttention(nn.Module):
#+ import copy
#+ class MultiHeadAttention(nn.Module):
#-         self.W_K = nn.Linear(d_model, d_model, bias=False)
#-         self.W_V = nn.Linear(d_model, d_model, bias=False)
#+         self.W_K = copy.deepcopy(self.W_Q)
#+         self.W_V = copy.deepcopy(self.W_Q)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% fused | wrong | projection | core | mistake: layers-joined | of: loop_setattr
# one layer for all three
#-         for name in ("W_Q", "W_K", "W_V", "W_O"):
#-             setattr(self, name, nn.Linear(d_model, d_model, bias=False))
#+         self.W_QKV = nn.Linear(d_model, 3 * d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#-             layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
#+             part.reshape(B, T, self.num_heads, d_h).transpose(1, 2) for part in self.W_QKV(x).chunk(3, dim=-1)

# %% head_layers | wrong | projection | core | mistake: projection-width
# layers as wide as one head
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model // num_heads, bias=False)
        self.W_K = nn.Linear(d_model, d_model // num_heads, bias=False)
        self.W_V = nn.Linear(d_model, d_model // num_heads, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x)[:, None].expand(-1, self.num_heads, -1, -1) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% keys_queried | wrong | projection | core | mistake: keys-by-queries | of: mask_4d
# keys and queries swapped
#-         queries, keys, values = (
#+         keys, queries, values = (
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% no_output | wrong | projection | core | mistake: no-output-projection | of: mask_4d
# W_O is not used
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return out

# %% no_output_layer | wrong | projection | core | mistake: matrix-missing | of: mask_4d
# W_O is missing
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)

#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return out

# %% normalised | wrong | projection | core | mistake: input-normalised | of: mask_4d
# normalises the input first
#-         B, T, d_model = x.shape
#+         B, T, d_model = x.shape
#+         x = nn.functional.layer_norm(x, x.shape[-1:])
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% output_before | wrong | projection | core | mistake: output-before-mixing
# W_O before the merge, on the values
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
            (
                weights
                @ self.W_O(values.transpose(1, 2).reshape(B, T, d_model))
                .reshape(B, T, self.num_heads, d_h)
                .transpose(1, 2)
            )
            .transpose(1, 2)
            .reshape(B, T, d_model)
        )
        return out

# %% output_begins_at_zero | wrong | projection | core | mistake: output-starts-zero | of: mask_4d
# W_O begins with zeros
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         nn.init.zeros_(self.W_O.weight)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% output_twice | wrong | projection | core | mistake: output-projection-twice | of: mask_4d
# W_O is applied twice
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return self.W_O(self.W_O(out))

# %% parameters | wrong | projection | core | mistake: matrix-for-linear
# parameters in place of nn.Linear layers
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Parameter(torch.rand(d_model, d_model))
        self.W_K = nn.Parameter(torch.rand(d_model, d_model))
        self.W_V = nn.Parameter(torch.rand(d_model, d_model))
        self.W_O = nn.Parameter(torch.rand(d_model, d_model))

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            (x @ layer).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return out @ self.W_O

# %% queries_for_keys | wrong | projection | core | mistake: scores-of-queries | of: mask_4d
# scores of queries with queries
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ queries.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% residual | wrong | projection | core | mistake: input-added | of: mask_4d
# the input is added to the output
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return x + self.W_O(out)

# %% scores_transposed | wrong | projection | core | mistake: result-transposed | of: mask_4d
# the weights are transposed
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights.transpose(-2, -1) @ values).transpose(1, 2).reshape(B, T, d_model)

# %% tied | wrong | projection | core | mistake: matrix-missing | of: mask_4d
# one layer for queries and keys
#-         self.W_K = nn.Linear(d_model, d_model, bias=False)
#+         self.W_K = self.W_Q
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% turned | wrong | projection | core | mistake: matrices-transposed | also: output-transposed | of: stacked_weights
# the weights are not transposed
#-             part.view(B, T, self.num_heads, d_h).transpose(1, 2)
#-             for part in (x @ torch.cat([self.W_Q.weight, self.W_K.weight, self.W_V.weight]).T).chunk(3, dim=-1)
#+             (x @ layer.weight).reshape(B, T, self.num_heads, d_h).transpose(1, 2)
#+             for layer in (self.W_Q, self.W_K, self.W_V)
#-         return self.W_O(out)
#+         return out @ self.W_O.weight

# %% values_from_keys | wrong | projection | core | mistake: values-from-keys | of: mask_4d
# averages the keys
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ keys).transpose(1, 2).reshape(B, T, d_model)

# %% values_keyed | wrong | projection | core | mistake: matrices-mixed-up | of: mask_4d
# values and keys swapped
#-         queries, keys, values = (
#+         queries, values, keys = (
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% values_unprojected | wrong | projection | core | mistake: not-projected | of: mask_4d
# averages the input
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ x.reshape(B, T, self.num_heads, d_h).transpose(1, 2)).transpose(1, 2).reshape(B, T, d_model)
