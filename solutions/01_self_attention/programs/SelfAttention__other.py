# Wrong and right programs of SelfAttention; docs/reference/programs.md describes the form.

# %% buffers | wrong | autograd | core | mistake: plain-tensors | of: register_parameter
# buffers instead of parameters
#-         for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
#-             self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))
#+         self.register_buffer("W_query", torch.rand(d_in, d_out_kq))
#+         self.register_buffer("W_key", torch.rand(d_in, d_out_kq))
#+         self.register_buffer("W_value", torch.rand(d_in, d_out_v))

# %% detached_input | wrong | autograd | core | mistake: gradients-cut | of: prints
# the input is detached
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         x = x.detach()
#-         print("x", x.shape)

# %% detached_keys | wrong | autograd | core | mistake: gradients-cut | of: prints
# keys are detached
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.detach().mT / self.d_out_kq**0.5, dim=-1) @ values

# %% detached_values | wrong | autograd | core | mistake: gradients-cut | of: prints
# values are detached
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values.detach()

# %% detached_weights | wrong | autograd | core | mistake: gradients-cut | of: prints
# weights are detached
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1).detach() @ values

# %% frozen | wrong | autograd | core | mistake: frozen-parameters | of: register_parameter
# matrices ask for no gradients
#-         for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
#-             self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))
#+         self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq), requires_grad=False)
#+         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq), requires_grad=False)
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v), requires_grad=False)

# %% item | wrong | autograd | core | mistake: through-python-numbers | also: gradients-cut
# scores as Python numbers
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        s = torch.tensor(
            [[float(q @ k) for k in keys.reshape(-1, keys.shape[-1])] for q in queries.reshape(-1, queries.shape[-1])],
            dtype=x.dtype,
        )
        if x.dim() > 2:
            s = torch.stack(
                [s[i : i + x.shape[-2], i : i + x.shape[-2]] for i in range(0, len(s), x.shape[-2])]
            ).reshape(*x.shape[:-1], x.shape[-2])
        return torch.softmax(s / self.d_out_kq**0.5, -1) @ values

# %% new_tensor | wrong | autograd | core | mistake: through-python-numbers | of: prints
# a new tensor around the result
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.tensor(
#+             (torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values).tolist(), dtype=x.dtype
#+         )

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward | of: prints
# without gradients
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         with torch.no_grad():
#+             weights = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1)
#+         return weights @ values

# %% numpy | wrong | autograd | core | mistake: through-numpy | of: prints
# through numpy
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         w = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1).detach().numpy()
#+         return torch.from_numpy(w @ values.detach().numpy())

# %% parameter_data | wrong | autograd | core | mistake: gradients-cut | of: prints
# W_query.data
#-         queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
#-         print("x", x.shape)
#+         queries, keys, values = x @ self.W_query.data, x @ self.W_key, x @ self.W_value

# %% plain_tensors | wrong | autograd | core | mistake: plain-tensors | of: register_parameter
# plain tensors instead of parameters
#-         for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
#-             self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))
#+         self.W_query = torch.rand(d_in, d_out_kq)
#+         self.W_key = torch.rand(d_in, d_out_kq)
#+         self.W_value = torch.rand(d_in, d_out_v)

# %% rounded | wrong | autograd | core | mistake: weights-rounded | of: prints
# the weights are rounded
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.round(torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1), decimals=4) @ values

# %% across_batch | wrong | axis | core | mistake: across-batch | of: prints
# attention across the batch
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         q, k, v = (t.transpose(0, -2) for t in (queries, keys, values))
#+         return (torch.softmax(q @ k.mT / self.d_out_kq**0.5, dim=-1) @ v).transpose(0, -2)

# %% batch_as_sequence | wrong | axis | core | mistake: batch-as-sequence | of: prints
# the batch is one long sequence
#-         queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         flat = x.reshape(-1, x.shape[-1])
#+         q, k, v = flat @ self.W_query, flat @ self.W_key, flat @ self.W_value
#+         out = torch.softmax(q @ k.T / self.d_out_kq**0.5, dim=-1) @ v
#+         return out.reshape(*x.shape[:-1], -1)

# %% capital_t | wrong | axis | core | mistake: all-dimensions-turned | of: prints
# keys.T
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return (
#+             torch.softmax(queries @ keys.permute(*range(keys.dim() - 1, -1, -1)) / self.d_out_kq**0.5, dim=-1) @ values
#+         )

# %% dim_one | wrong | axis | core | mistake: over-queries | of: prints
# softmax over dimension 1
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=1) @ values

# %% dim_zero | wrong | axis | core | mistake: over-batch | of: prints
# softmax over the first dimension
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=0) @ values

# %% first_of_batch | wrong | axis | core | mistake: first-of-batch | of: prints
# x[0] for the whole batch
#-         print("x", x.shape)
#+         if x.dim() > 2:
#+             keys, values = keys[:1], values[:1]

# %% flattened | wrong | axis | core | mistake: whole-matrix | of: prints
# softmax over the whole matrix
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         s = queries @ keys.mT / self.d_out_kq**0.5
#+         return torch.softmax(s.flatten(-2), -1).reshape(s.shape) @ values

# %% implicit_dim | wrong | axis | core | mistake: over-batch | of: prints
# softmax without dim
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return nn.functional.softmax(queries @ keys.mT / self.d_out_kq**0.5) @ values

# %% over_queries | wrong | axis | core | mistake: over-queries | of: prints
# softmax over the queries
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-2) @ values

# %% transpose_first_two | wrong | axis | core | mistake: first-dimensions-turned | of: prints
# transpose(0, 1)
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.transpose(0, 1) / self.d_out_kq**0.5, dim=-1) @ values

# %% weights_transposed | wrong | axis | core | mistake: result-transposed | of: prints
# the weights are transposed
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1).mT @ values

# %% cpu_zeros | wrong | device | robustness | mistake: tensor-on-cpu | of: prints
# collected on the CPU
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         out = torch.zeros(*x.shape[:-1], values.shape[-1], dtype=x.dtype)
#+         return out + torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% float32 | wrong | dtype | robustness | mistake: result-float32 | of: prints
# always float32
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return (torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values).float()

# %% float32_weights | wrong | dtype | robustness | mistake: dtypes-mixed | of: prints
# float32 weights meet float64 values
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries.float() @ keys.float().mT / self.d_out_kq**0.5, dim=-1) @ values

# %% half | wrong | dtype | core | mistake: computed-in-half | of: prints
# computed in bfloat16
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return (torch.softmax((queries @ keys.mT).bfloat16() / self.d_out_kq**0.5, dim=-1) @ values.bfloat16()).to(
#+             x.dtype
#+         )

# %% causal | wrong | mask | core | mistake: causal-mask-kept | of: prints
# a causal mask is put in
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         s = queries @ keys.mT / self.d_out_kq**0.5
#+         future = torch.ones(s.shape[-2:], dtype=torch.bool, device=x.device).triu(1)
#+         return torch.softmax(s.masked_fill(future, float("-inf")), dim=-1) @ values

# %% no_self | wrong | mask | core | mistake: diagonal-left-out | of: prints
# a token does not see itself
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         s = queries @ keys.mT / self.d_out_kq**0.5
#+         eye = torch.eye(s.shape[-1], dtype=torch.bool, device=x.device)
#+         return torch.softmax(s.masked_fill(eye, float("-inf")), dim=-1) @ values

# %% tril_scores | wrong | mask | core | mistake: causal-mask-kept | of: prints
# scores times a lower triangle
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax((queries @ keys.mT).tril() / self.d_out_kq**0.5, dim=-1) @ values

# %% window | wrong | mask | core | mistake: window | of: prints
# only neighbours are seen
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         s = queries @ keys.mT / self.d_out_kq**0.5
#+         near = torch.ones(s.shape[-2:], dtype=torch.bool, device=x.device).triu(-3).tril(3)
#+         return torch.softmax(s.masked_fill(~near, float("-inf")), dim=-1) @ values

# %% zero_rows_hidden | wrong | mask | core | mistake: padding-hidden | of: prints
# zero tokens are hidden
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         s = queries @ keys.mT / self.d_out_kq**0.5
#+         empty = (x.abs().sum(-1) < 2.5)[..., None, :]
#+         return torch.softmax(s.masked_fill(empty, -1e9), dim=-1) @ values

# %% absolute_sums | wrong | normalisation | core | mistake: sum-without-exp | of: prints
# absolute values over their sum
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         s = (queries @ keys.mT / self.d_out_kq**0.5).abs()
#+         return s / s.sum(-1, keepdim=True) @ values

# %% cosine | wrong | normalisation | core | mistake: cosine | of: prints
# cosines of queries and keys instead of their products
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         q, k = nn.functional.normalize(queries, dim=-1), nn.functional.normalize(keys, dim=-1)
#+         return torch.softmax(q @ k.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% log_softmax | wrong | normalisation | core | mistake: log-softmax | of: prints
# log-softmax
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.log_softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% no_keepdim | wrong | normalisation | core | mistake: no-keepdim | of: prints
# a softmax of its own that sums without keepdim
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         e = torch.exp(queries @ keys.mT / self.d_out_kq**0.5)
#+         return e / e.sum(-1).unsqueeze(-2) @ values

# %% no_softmax | wrong | normalisation | core | mistake: no-softmax | of: prints
# no softmax
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return queries @ keys.mT / self.d_out_kq**0.5 @ values

# %% one_hot | wrong | normalisation | core | mistake: one-hot | of: prints
# all weight goes to the largest score
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         s = queries @ keys.mT
#+         return nn.functional.one_hot(s.argmax(-1), s.shape[-1]).to(x.dtype) @ values

# %% sigmoid | wrong | normalisation | core | mistake: sigmoid | of: prints
# sigmoid instead of softmax
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.sigmoid(queries @ keys.mT / self.d_out_kq**0.5) @ values

# %% sums | wrong | normalisation | core | mistake: sum-without-exp | of: prints
# scores over their sum, without exp
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         s = queries @ keys.mT / self.d_out_kq**0.5
#+         return s / s.sum(-1, keepdim=True) @ values

# %% twice | wrong | normalisation | core | mistake: softmax-twice | of: prints
# softmax twice
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, -1), -1) @ values

# %% unnormalised | wrong | normalisation | core | mistake: exp-alone | of: prints
# exp, not divided by the sum
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.exp(queries @ keys.mT / self.d_out_kq**0.5) @ values

# %% bias | wrong | projection | core | mistake: bias-added | of: prints
# a bias on the values
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.bias = nn.Parameter(torch.zeros(d_out_v))
#-         print("x", x.shape)
#+         values = values + self.bias

# %% keys_by_queries | wrong | projection | core | mistake: keys-by-queries | of: prints
# keys times queries: the scores lie transposed
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(keys @ queries.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% keys_twice | wrong | projection | core | mistake: scores-of-keys | of: prints
# keys times keys, without queries
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(keys @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% linear | wrong | projection | core | mistake: linear-for-matrix
# nn.Linear layers in place of parameters
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Linear(d_in, d_out_kq, bias=False)
        self.W_key = nn.Linear(d_in, d_out_kq, bias=False)
        self.W_value = nn.Linear(d_in, d_out_v, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_query(x), self.W_key(x), self.W_value(x)
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% output_projection | wrong | projection | core | mistake: projection-added | of: prints
# one more projection, of the output
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.out = nn.Linear(d_out_v, d_out_v)
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return self.out(torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values)

# %% queries_twice | wrong | projection | core | mistake: scores-of-queries | of: prints
# queries times queries, without keys
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ queries.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% raw_queries | wrong | projection | core | mistake: scores-of-keys | of: prints
# the tokens are the queries
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         k = x @ self.W_key @ self.W_key.mT
#+         return torch.softmax(x @ k.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% residual | wrong | projection | core | mistake: values-added | of: prints
# the values are added to the output
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values + values

# %% swapped_matrices | wrong | projection | core | mistake: keys-by-queries | of: prints
# W_query and W_key change places
#-         print("x", x.shape)
#+         queries, keys = keys, queries

# %% tied | wrong | projection | core | mistake: matrix-missing | of: prints
# queries and keys share a matrix
#-         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
#+         self.W_key = self.W_query
#-         print("x", x.shape)

# %% values_are_x | wrong | projection | core | mistake: not-projected | of: prints
# the tokens are the values
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ x

# %% values_by_key | wrong | projection | core | mistake: values-from-keys | of: prints
# values projected with W_key
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ keys

# %% wrong_orientation | wrong | projection | core | mistake: matrices-transposed
# matrices stored as (d_out, d_in)
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_out_kq, d_in))
        self.W_key = nn.Parameter(torch.rand(d_out_kq, d_in))
        self.W_value = nn.Parameter(torch.rand(d_out_v, d_in))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query.T, x @ self.W_key.T, x @ self.W_value.T
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% by_d_k | wrong | scale | core | mistake: by-d-k | of: prints
# scores divided by d_k
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq, dim=-1) @ values

# %% half_d_k | wrong | scale | core | mistake: by-half-d-k | of: prints
# d_k ** 1/2, which is half of d_k
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / (self.d_out_kq**1 / 2), dim=-1) @ values

# %% integer_root | wrong | scale | core | mistake: by-integer-root | of: prints
# the root without its decimals
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / int(self.d_out_kq**0.5), dim=-1) @ values

# %% learned_temperature | wrong | scale | core | mistake: learned-scale | of: prints
# a learned temperature
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.temperature = nn.Parameter(torch.ones(1))
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(self.temperature * queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% multiplied | wrong | scale | core | mistake: multiplied-by-root | of: prints
# scores multiplied by the root instead of divided
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT * self.d_out_kq**0.5, dim=-1) @ values

# %% output_scaled | wrong | scale | core | mistake: scale-after-softmax | of: prints
# the output is scaled
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT, dim=-1) @ values / self.d_out_kq**0.5

# %% precedence | wrong | scale | core | mistake: by-twice-d-k | of: prints
# divided by d_k and again by 2
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq * 0.5, dim=-1) @ values

# %% root_all_keys | wrong | scale | core | mistake: other-scale | of: prints
# sqrt of all numbers in the keys
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / keys[0].numel() ** 0.5, dim=-1) @ values

# %% root_batch | wrong | scale | core | mistake: other-scale | of: prints
# divided by the root of the first size
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / x.shape[0] ** 0.5, dim=-1) @ values

# %% root_d_in | wrong | scale | core | mistake: by-root-of-d-in | of: prints
# divided by sqrt(d_in)
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / x.shape[-1] ** 0.5, dim=-1) @ values

# %% root_d_v | wrong | scale | core | mistake: by-root-of-d-v | of: prints
# divided by sqrt(d_v)
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / values.shape[-1] ** 0.5, dim=-1) @ values

# %% root_tokens | wrong | scale | core | mistake: by-root-of-tokens | of: prints
# divided by sqrt(T)
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / x.shape[-2] ** 0.5, dim=-1) @ values

# %% scaled_twice | wrong | scale | core | mistake: by-d-k | of: prints
# queries and scores are scaled
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries / self.d_out_kq**0.5 @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% unscaled | wrong | scale | core | mistake: no-scale | of: prints
# the scores are not scaled
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT, dim=-1) @ values

# %% values_scaled | wrong | scale | core | mistake: result-by-root-of-d-k | of: prints
# the values are scaled too
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ (values / self.d_out_kq**0.5)

# %% batch_unsqueezed | wrong | shape | core | mistake: extra-dimension | of: prints
# matrices come out with a batch of one
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         if x.dim() == 2:
#+             x = x[None]
#-         print("x", x.shape)

# %% last_token | wrong | shape | core | mistake: last-token | of: prints
# an output for the last token only
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return (torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values)[..., -1, :]

# %% mean_of_tokens | wrong | shape | core | mistake: token-mean | of: prints
# the mean over the tokens
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return (torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values).mean(-2)

# %% one_size | wrong | shape | core | mistake: projection-width | of: prints
# d_out_v is ignored
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_kq))
#-         print("x", x.shape)

# %% only_batch | wrong | shape | core | mistake: leading-dimensions | of: prints
# exactly one leading dimension
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         B, T, _ = x.shape
#+         return torch.bmm(torch.softmax(torch.bmm(queries, keys.transpose(1, 2)) / self.d_out_kq**0.5, dim=-1), values)

# %% only_matrix | wrong | shape | core | mistake: leading-dimensions | also: other-number-of-dimensions | of: prints
# mm and t, no batch
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.mm(torch.softmax(torch.mm(queries, keys.t()) / self.d_out_kq**0.5, dim=-1), values)

# %% renamed | wrong | shape | robustness | mistake: argument-names
# another name of the argument
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, tokens: Tensor) -> Tensor:
        queries, keys, values = tokens @ self.W_query, tokens @ self.W_key, tokens @ self.W_value
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% returns_pair | wrong | shape | core | mistake: more-returned | of: prints
# output and weights
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         weights = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1)
#+         return weights @ values, weights

# %% returns_weights | wrong | shape | core | mistake: weights-returned | of: prints
# the weights are returned
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1)

# %% squeeze | wrong | shape | robustness | mistake: size-one-squeezed | of: prints
# dimensions of size one are lost
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return (torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values).squeeze()

# %% squeeze_batch | wrong | shape | robustness | mistake: size-one-squeezed | of: prints
# a batch of one is lost
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         out = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return out.squeeze(0)

# %% squeeze_width | wrong | shape | robustness | mistake: size-one-squeezed | of: prints
# a width of one is lost
#-         self.d_out_kq = d_out_kq

#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         weights = softmax(queries @ keys.mT / keys.shape[-1] ** 0.5, dim=-1)
#+         return (weights @ values).squeeze(-1)

# %% table_of_64 | wrong | shape | core | mistake: length-limited | also: shapes-do-not-fit
# a table of 64 places, all zeros
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.register_buffer("places", torch.zeros(64, d_in), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.places[: x.shape[-2]]
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% turned_output | wrong | shape | core | mistake: values-turned | of: prints
# the output lies transposed
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return (torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values).mT

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous | of: prints | public: results
# view on what may not be contiguous
#-         queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
#-         print("x", x.shape)
#+         flat = x.view(-1, x.shape[-1])
#+         queries, keys, values = ((flat @ W).view(*x.shape[:-1], -1) for W in (self.W_query, self.W_key, self.W_value))

# %% clamped | wrong | stability | robustness | mistake: scores-clamped | of: prints | public: extremes
# scores held between -50 and 50
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax((queries @ keys.mT / self.d_out_kq**0.5).clamp(-50, 50), dim=-1) @ values

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum | of: prints
# own softmax with one maximum for all
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         s = queries @ keys.mT / self.d_out_kq**0.5
#+         e = torch.exp(s - s.amax())
#+         return e / e.sum(-1, keepdim=True) @ values

# %% naive | wrong | stability | robustness | mistake: no-maximum | of: prints
# own softmax without the maximum
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         e = torch.exp(queries @ keys.mT / self.d_out_kq**0.5)
#+         return e / e.sum(-1, keepdim=True) @ values

# %% dropout | wrong | values | core | mistake: dropout-added | of: prints
# dropout on the weights
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return nn.functional.dropout(torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1), 0.1) @ values

# %% layer_norm | wrong | values | core | mistake: input-normalised | of: prints
# the input is normalised first
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         x = nn.functional.layer_norm(x, x.shape[-1:])
#-         print("x", x.shape)

# %% positions | wrong | values | core | mistake: token-positions-added | of: prints
# positions are added
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         x = x + torch.arange(x.shape[-2], device=x.device)[:, None].to(x.dtype) / 10
#-         print("x", x.shape)

# %% randn | wrong | values | core | mistake: other-distribution | of: register_parameter
# matrices drawn with randn instead of rand
#-         for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
#-             self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))
#+         self.W_query = nn.Parameter(torch.randn(d_in, d_out_kq))
#+         self.W_key = nn.Parameter(torch.randn(d_in, d_out_kq))
#+         self.W_value = nn.Parameter(torch.randn(d_in, d_out_v))

# %% relu | wrong | values | core | mistake: result-positive-part | of: prints
# negative outputs become 0
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.relu(torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values)

# %% running_mean | wrong | values | core | mistake: running-mean | of: prints
# a running mean of the values
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         steps = torch.arange(1, x.shape[-2] + 1, dtype=x.dtype)[:, None]
#+         return values.cumsum(-2) / steps + 0 * (queries.sum() + keys.sum())

# %% training_dropout | wrong | values | core | mistake: dropout-added | of: prints
# dropout in training mode
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.dropout = nn.Dropout(0.2)
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return self.dropout(torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1)) @ values

# %% uniform | wrong | values | core | mistake: uniform-weights | of: prints
# the mean of the values
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return values.mean(-2, keepdim=True).expand_as(values) + 0 * (queries.sum() + keys.sum())
