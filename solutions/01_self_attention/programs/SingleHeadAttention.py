# Wrong and right programs of SingleHeadAttention; docs/reference/programs.md describes the form.

# %% bias_detached | wrong | autograd | core | mistake: gradients-cut | of: one_line
# the biases are not learned
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = (
#+             nn.functional.linear(x, layer.weight, layer.bias.detach()) for layer in (self.W_q, self.W_k, self.W_v)
#+         )
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% detached_weights | wrong | autograd | core | mistake: gradients-cut | of: one_line
# weights are detached
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1).detach() @ v

# %% frozen_keys | wrong | autograd | core | mistake: gradients-cut | of: one_line
# the key layer is not learned
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         k = nn.functional.linear(x, self.W_k.weight.detach(), self.W_k.bias.detach())
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward | of: one_line
# without gradients
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         with torch.no_grad():
#+             return torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1) @ v

# %% batch_as_sequence | wrong | axis | core | mistake: batch-as-sequence | of: one_line
# the batch is one long sequence
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         q, k, v = (t.flatten(0, 1) for t in (q, k, v))
#+         return (torch.softmax(q @ k.T / self.embed_dim**0.5, dim=-1) @ v).view(x.shape)

# %% dim_zero | wrong | axis | core | mistake: over-batch | of: one_line
# softmax over the batch
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=0) @ v

# %% feature_attention | wrong | axis | core | mistake: width-by-width | of: one_line
# attention between features
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return (torch.softmax(q.mT @ k / self.embed_dim**0.5, dim=-1) @ v.mT).mT

# %% first_of_batch | wrong | axis | core | mistake: first-of-batch | of: one_line
# the first element for all
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q[:1] @ k[:1].mT / self.embed_dim**0.5, dim=-1) @ v

# %% over_queries | wrong | axis | core | mistake: over-queries | of: one_line
# softmax over the queries
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=1) @ v

# %% sums | wrong | axis | core | mistake: over-queries | of: one_line
# exp, divided by the sums over the queries
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         s = torch.exp(q @ k.mT / self.embed_dim**0.5)
#+         return s / s.sum(-2, keepdim=True) @ v

# %% transpose_zero_one | wrong | axis | core | mistake: turned-by-first | of: one_line
# transpose(0, 1)
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.transpose(0, 1).reshape(k.shape).mT / self.embed_dim**0.5, dim=-1) @ v

# %% weights_transposed | wrong | axis | core | mistake: result-transposed | of: one_line
# the weights are transposed
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1).mT @ v

# %% cpu_divisor | wrong | device | robustness | mistake: tensor-on-cpu | of: one_line
# a divisor on the CPU
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         root = torch.full((1,), self.embed_dim**0.5, dtype=x.dtype)
#+         return torch.softmax(q @ k.mT / root, dim=-1) @ v

# %% float32 | wrong | dtype | robustness | mistake: result-float32 | of: one_line
# always float32
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return (torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1) @ v).float()

# %% half | wrong | dtype | core | mistake: computed-in-half | of: one_line
# computed in bfloat16
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return (torch.softmax((q @ k.mT).bfloat16() / self.embed_dim**0.5, dim=-1) @ v.bfloat16()).to(x.dtype)

# %% causal | wrong | mask | core | mistake: causal-mask-kept | of: one_line
# a causal mask is put in
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         s = q @ k.mT / self.embed_dim**0.5
#+         future = torch.ones(s.shape[-2:], dtype=torch.bool, device=x.device).triu(1)
#+         return torch.softmax(s.masked_fill(future, float("-inf")), dim=-1) @ v

# %% cosine | wrong | normalisation | core | mistake: cosine | of: one_line
# cosines of queries and keys instead of their products
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         q, k = nn.functional.normalize(q, dim=-1), nn.functional.normalize(k, dim=-1)
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% no_softmax | wrong | normalisation | core | mistake: no-softmax | of: one_line
# no softmax
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return q @ k.mT / self.embed_dim**0.5 @ v

# %% twice | wrong | normalisation | core | mistake: softmax-twice | of: one_line
# softmax twice
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(torch.softmax(q @ k.mT / self.embed_dim**0.5, -1), -1) @ v

# %% bias_ignored | wrong | projection | core | mistake: bias-missing | of: one_line
# only the weights are used
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = x @ self.W_q.weight.T, x @ self.W_k.weight.T, x @ self.W_v.weight.T
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% equal_layers | wrong | projection | core | mistake: layers-start-alike
# three layers that begin with the same weights
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.W_k.load_state_dict(self.W_q.state_dict())
        self.W_v.load_state_dict(self.W_q.state_dict())

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% keys_like_queries | wrong | projection | core | mistake: layers-start-alike
# keys begin with the weights of queries
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        nn.init.zeros_(self.W_k.bias)
        self.W_k.weight.data.copy_(self.W_q.weight.data)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% no_bias | wrong | projection | core | mistake: bias-missing | of: tuple_of_layers
# no biases
#-         self.W_q, self.W_k, self.W_v = (nn.Linear(embed_dim, embed_dim, bias=True) for _ in range(3))
#+         self.W_q = nn.Linear(embed_dim, embed_dim, bias=False)
#+         self.W_k = nn.Linear(embed_dim, embed_dim, bias=False)
#+         self.W_v = nn.Linear(embed_dim, embed_dim, bias=False)

# %% no_key_bias | wrong | projection | core | mistake: bias-missing | of: one_line
# no bias on the keys
#-         self.W_k = nn.Linear(embed_dim, embed_dim)
#+         self.W_k = nn.Linear(embed_dim, embed_dim, bias=False)
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% no_value_bias | wrong | projection | core | mistake: bias-missing | of: one_line
# no bias on the values
#-         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         self.W_v = nn.Linear(embed_dim, embed_dim, bias=False)
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% not_transposed | wrong | projection | core | mistake: matrices-transposed | of: one_line
# x @ weight
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = (x @ layer.weight + layer.bias for layer in (self.W_q, self.W_k, self.W_v))
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% output_layer | wrong | projection | core | mistake: projection-added | of: one_line
# one more layer, behind the output
#-         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         self.W_o = nn.Linear(embed_dim, embed_dim)
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return self.W_o(torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1) @ v)

# %% residual | wrong | projection | core | mistake: input-added | of: one_line
# the input is added to the output
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return x + torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1) @ v

# %% shared_layer | wrong | projection | core | mistake: matrix-missing | of: tuple_of_layers
# one layer for queries, keys and values
#-         self.W_q, self.W_k, self.W_v = (nn.Linear(embed_dim, embed_dim, bias=True) for _ in range(3))
#+         self.W_q = self.W_k = self.W_v = nn.Linear(embed_dim, embed_dim)

# %% swapped | wrong | projection | core | mistake: keys-by-queries | of: one_line
# queries and keys change places
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(k @ q.mT / self.embed_dim**0.5, dim=-1) @ v

# %% values_are_keys | wrong | projection | core | mistake: values-from-keys | of: one_line
# the keys are the values
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1) @ k

# %% values_are_x | wrong | projection | core | mistake: not-projected | of: one_line
# the tokens are the values
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1) @ x

# %% by_width | wrong | scale | core | mistake: by-d-k | of: one_line
# scores divided by embed_dim
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / self.embed_dim, dim=-1) @ v

# %% floor_root | wrong | scale | core | mistake: by-integer-root | of: one_line
# the root without its decimals
#- class SingleHeadAttention(nn.Module):
#+ import math
#+ class SingleHeadAttention(nn.Module):
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / math.isqrt(self.embed_dim), dim=-1) @ v

# %% half_width | wrong | scale | core | mistake: by-half-d-k | of: one_line
# embed_dim ** 1/2, which is half of embed_dim
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / (self.embed_dim**1 / 2), dim=-1) @ v

# %% root_64 | wrong | scale | core | mistake: other-scale | of: one_line
# always divided by sqrt(64)
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / 8, dim=-1) @ v

# %% root_tokens | wrong | scale | core | mistake: by-root-of-tokens | of: one_line
# divided by sqrt(T)
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / x.shape[1] ** 0.5, dim=-1) @ v

# %% unscaled | wrong | scale | core | mistake: no-scale | of: one_line
# the scores are not scaled
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT, dim=-1) @ v

# %% values_scaled | wrong | scale | core | mistake: scale-after-softmax | of: one_line
# the output is scaled
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT, dim=-1) @ v / self.embed_dim**0.5

# %% hundred_keys | wrong | shape | core | mistake: length-cut-off | of: one_line
# a hundred keys at most
#-         self.embed_dim = embed_dim

#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         queries, keys, values = self.W_q(x), self.W_k(x)[:, :100], self.W_v(x)[:, :100]
#+         return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% mean | wrong | shape | core | mistake: token-mean | of: one_line
# the mean over the tokens
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return (torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1) @ v).mean(1)

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
class SingleHeadAttention(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(width, width)
        self.W_k = nn.Linear(width, width)
        self.W_v = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% returns_pair | wrong | shape | core | mistake: more-returned | of: one_line
# output and weights
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         weights = torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1)
#+         return weights @ v, weights

# %% returns_weights | wrong | shape | core | mistake: weights-returned | of: one_line
# the weights are returned
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1)

# %% squeeze | wrong | shape | robustness | mistake: size-one-squeezed | of: one_line
# dimensions of size one are lost
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return (torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1) @ v).squeeze()

# %% squeeze_width | wrong | shape | robustness | mistake: size-one-squeezed | of: one_line | public: sizes
# a width of one is lost
#-         self.embed_dim = embed_dim

#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
#+         weights = softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1)
#+         return (weights @ values).squeeze(-1)

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous | of: one_line | public: results
# view on what may not be contiguous
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         flat = x.view(-1, self.embed_dim)
#+         q, k, v = (layer(flat).view(x.shape) for layer in (self.W_q, self.W_k, self.W_v))
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% clamped | wrong | stability | robustness | mistake: scores-clamped | of: one_line | public: extremes
# scores held between -50 and 50
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax((q @ k.mT / self.embed_dim**0.5).clamp(-50, 50), dim=-1) @ v

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum | of: own_softmax
# own softmax with one maximum for all
#-         return softmax(q @ k.transpose(1, 2) / self.embed_dim**0.5) @ v
#+         s = q @ k.mT / self.embed_dim**0.5
#+         e = torch.exp(s - s.max())
#+         return e / e.sum(-1, keepdim=True) @ v

# %% naive | wrong | stability | robustness | mistake: no-maximum | of: one_line
# own softmax without the maximum
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         e = torch.exp(q @ k.mT / self.embed_dim**0.5)
#+         return e / e.sum(-1, keepdim=True) @ v

# %% buffer_of_a_call | wrong | state | robustness | mistake: buffer-in-state | of: one_line | public: weights
# a call adds a buffer to the state dict
#-         self.embed_dim = embed_dim

#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         self.register_buffer("last", x.detach().clone())
#+         queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% cached | wrong | state | core | mistake: first-weights-kept | also: gradients-cut | of: own_softmax
# remembers the first weights
#-         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         self.kept = None
#-         return softmax(q @ k.transpose(1, 2) / self.embed_dim**0.5) @ v
#+         if self.kept is None or self.kept.shape[:2] != x.shape[:2]:
#+             self.kept = torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1)
#+         return self.kept @ v

# %% first_length | wrong | state | core | mistake: first-length-kept | of: own_softmax
# keeps the first length
#-         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         self.length = 0
#-         return softmax(q @ k.transpose(1, 2) / self.embed_dim**0.5) @ v
#+         self.length = self.length or x.shape[1]
#+         k, v = k[:, : self.length], v[:, : self.length]
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% fused | wrong | state | core | mistake: layers-joined
# one layer of three times the width
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_qkv = nn.Linear(embed_dim, 3 * embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_qkv(x).chunk(3, dim=-1)
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place | of: one_line
# the input is cleared afterwards
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = (layer(x.clone()) for layer in (self.W_q, self.W_k, self.W_v))
#+         x.data.zero_()
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% keeps_matrices | wrong | state | core | mistake: first-matrices-kept | also: gradients-cut
# keeps the matrices of the first call
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.kept = None

    def forward(self, x: Tensor) -> Tensor:
        layers = (self.W_q, self.W_k, self.W_v)
        if self.kept is None:
            self.kept = torch.cat([layer.weight for layer in layers]), torch.cat([layer.bias for layer in layers])
        queries, keys, values = nn.functional.linear(x, *self.kept).chunk(3, dim=-1)
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% leaves_training | wrong | state | robustness | mistake: mode-changed | of: one_line | public: weights
# a call switches to training
#-         self.embed_dim = embed_dim

#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         self.train()
#+         queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% module_list | wrong | state | core | mistake: parameter-names
# layers in a ModuleList
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.layers = nn.ModuleList(nn.Linear(embed_dim, embed_dim) for _ in range(3))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (layer(x) for layer in self.layers)
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% no_super | wrong | state | core | mistake: super-init-missing | of: one_line
# super().__init__() is missing
#-         super().__init__()

#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% order | wrong | state | core | mistake: creation-order | of: tuple_of_layers
# created as k, q, v
#-         self.W_q, self.W_k, self.W_v = (nn.Linear(embed_dim, embed_dim, bias=True) for _ in range(3))
#+         self.W_k = nn.Linear(embed_dim, embed_dim)
#+         self.W_q = nn.Linear(embed_dim, embed_dim)
#+         self.W_v = nn.Linear(embed_dim, embed_dim)

# %% other_names | wrong | state | core | mistake: parameter-names
# layers with other names than in the text
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.query = nn.Linear(embed_dim, embed_dim)
        self.key = nn.Linear(embed_dim, embed_dim)
        self.value = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.query(x), self.key(x), self.value(x)
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% plain_list | wrong | state | core | mistake: modules-in-list
# layers in a Python list
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.layers = [nn.Linear(embed_dim, embed_dim) for _ in range(3)]

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (layer(x) for layer in self.layers)
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% seeded | wrong | state | robustness | mistake: generator-seeded | of: one_line | public: random
# construction seeds the generator
#-         super().__init__()
#+         super().__init__()
#+         torch.manual_seed(0)
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% dropout | wrong | values | core | mistake: dropout-added | of: one_line
# dropout on the weights
#-         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         self.W_v = nn.Linear(embed_dim, embed_dim)
#+         self.dropout = nn.Dropout(0.1)
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         return self.dropout(torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1)) @ v

# %% relu | wrong | values | core | mistake: activated | of: one_line
# ReLU on the projections
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         q, k, v = torch.relu(q), torch.relu(k), torch.relu(v)
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v

# %% zero_biases | wrong | values | core | mistake: bias-missing | of: one_line
# construction keeps zero biases, forward adds none
#-         return (self.W_q(x) @ self.W_k(x).mT / x.size(-1) ** 0.5).softmax(-1) @ self.W_v(x)
#+         q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
#+         q, k, v = q - self.W_q.bias, k, v
#+         return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v
