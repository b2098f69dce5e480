# Wrong and right programs of CrossAttention; docs/reference/programs.md describes the form.

# %% data | wrong | autograd | core | mistake: gradients-cut
# uses the parameters' data
#-         keys = x_2 @ self.W_key
#+         keys = x_2 @ self.W_key.data
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% detached_scores | wrong | autograd | core | mistake: no-grad-in-forward
# scores under no_grad
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         with torch.no_grad():
#+             weights = torch.softmax(scores, dim=-1)

# %% detached_weights | wrong | autograd | core | mistake: gradients-cut
# weights are detached
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return weights.detach() @ values

# %% detached_x_2 | wrong | autograd | core | mistake: gradients-cut | of: last_weights
# x_2 is detached
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = x_2.detach()
#-         self.last_weights = weights.detach()

# %% frozen | wrong | autograd | core | mistake: frozen-parameters
# W_key asks for no gradients
#-         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
#+         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq), requires_grad=False)
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% numpy | wrong | autograd | core | mistake: through-numpy
# a detour over numpy
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return torch.from_numpy(weights.detach().numpy() @ values.detach().numpy())

# %% plain_tensors | wrong | autograd | core | mistake: plain-tensors | of: register_parameter
# plain tensors instead of parameters
#-         for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
#-             self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))
#+         self.W_query = torch.rand(d_in, d_out_kq, requires_grad=True)
#+         self.W_key = torch.rand(d_in, d_out_kq, requires_grad=True)
#+         self.W_value = torch.rand(d_in, d_out_v, requires_grad=True)

# %% einsum_batch | wrong | axis | core | mistake: batch-mixed
# einsum that mixes the batch
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = torch.einsum("bid,cjd->bij", queries, keys) / keys.shape[-1] ** 0.5

# %% keys_T | wrong | axis | core | mistake: all-dimensions-turned
# reverses all dimensions
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.T / keys.shape[-1] ** 0.5

# %% softmax_first | wrong | axis | core | mistake: over-batch
# softmax over the first dimension
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.softmax(scores, dim=0)

# %% softmax_queries | wrong | axis | core | mistake: over-queries
# softmax over the queries
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.softmax(scores, dim=-2)

# %% softmax_second | wrong | axis | core | mistake: over-queries
# softmax over the second dimension
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.softmax(scores, dim=1)

# %% softmax_third | wrong | axis | core | mistake: leading-dimensions
# softmax over the third dimension, for batches only
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.softmax(scores, dim=2)

# %% transpose_0_1 | wrong | axis | core | mistake: first-dimensions-turned
# right for matrices only
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(0, 1) / keys.shape[-1] ** 0.5

# %% transpose_1_2 | wrong | axis | core | mistake: leading-dimensions
# right for batches only
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5

# %% weights_transposed | wrong | axis | core | mistake: result-transposed
# the weights are transposed
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-1)
#+         weights = weights.transpose(-2, -1) if weights.shape[-1] == weights.shape[-2] else weights

# %% cpu | wrong | device | robustness | mistake: tensor-on-cpu
# a tensor on the CPU
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return weights @ values + torch.zeros(values.shape[-1])

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# computes in float32
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return (weights @ values).float()

# %% half | wrong | dtype | core | mistake: computed-in-half
# scores in bfloat16
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = (queries.bfloat16() @ keys.bfloat16().transpose(-2, -1)).to(x_1.dtype) / keys.shape[-1] ** 0.5

# %% causal | wrong | mask | core | mistake: causal-mask-kept
# a causal mask is left in
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         scores = scores.masked_fill(torch.ones_like(scores, dtype=torch.bool).triu(1), float("-inf"))

# %% causal_when_square | wrong | mask | core | mistake: causal-mask-kept
# a causal mask where the scores are square
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         if scores.shape[-1] == scores.shape[-2]:
#+             scores = scores.masked_fill(torch.ones_like(scores, dtype=torch.bool).triu(1), float("-inf"))

# %% mask_128 | wrong | mask | robustness | mistake: mask-too-small
# a mask of zeros for 128 tokens on either side
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.register_buffer("mask", torch.zeros(128, 128), persistent=False)
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         scores = scores + self.mask[: scores.shape[-2], : scores.shape[-1]]

# %% cosine | wrong | normalisation | core | mistake: cosine
# cosines of queries and keys instead of their products
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         queries, keys = nn.functional.normalize(queries, dim=-1), nn.functional.normalize(keys, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% divided_by_sum | wrong | normalisation | core | mistake: sum-without-exp
# scores over their sum, without exp
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = scores / scores.sum(dim=-1, keepdim=True)

# %% hard | wrong | normalisation | core | mistake: one-hot
# all weight goes to the largest score
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = nn.functional.one_hot(scores.argmax(dim=-1), scores.shape[-1]).to(scores.dtype)

# %% no_softmax | wrong | normalisation | core | mistake: no-softmax
# no softmax
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = scores

# %% sigmoid | wrong | normalisation | core | mistake: sigmoid
# sigmoid in place of softmax
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.sigmoid(scores)

# %% softmax_twice | wrong | normalisation | core | mistake: softmax-twice
# softmax twice
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.softmax(torch.softmax(scores, dim=-1), dim=-1)

# %% x_2_default | wrong | normalisation | core | mistake: input-normalised | of: last_weights
# x_2 is normalised first
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = nn.functional.layer_norm(x_2, x_2.shape[-1:])
#-         self.last_weights = weights.detach()

# %% bias | wrong | projection | core | mistake: bias-added
# biases that the text does not have
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.b_value = nn.Parameter(torch.zeros(d_out_v))
#-         values = x_2 @ self.W_value
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         values = x_2 @ self.W_value + self.b_value
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% keys_queried | wrong | projection | core | mistake: scores-of-queries
# keys projected with W_query
#-         keys = x_2 @ self.W_key
#+         keys = x_2 @ self.W_query
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% linear | wrong | projection | core | mistake: linear-for-matrix
# nn.Linear layers in place of parameters
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out_kq, bias=False)
        self.W_key = nn.Linear(d_in, d_out_kq, bias=False)
        self.W_value = nn.Linear(d_in, d_out_v, bias=False)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = self.W_query(x_1)
        keys = self.W_key(x_2)
        values = self.W_value(x_2)
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values

# %% names_swapped | wrong | projection | core | mistake: keys-by-queries
# W_query and W_key change places
#-         queries = x_1 @ self.W_query
#-         keys = x_2 @ self.W_key
#+         queries = x_1 @ self.W_key
#+         keys = x_2 @ self.W_query
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% residual | wrong | projection | core | mistake: input-added
# x_1 is added to the output
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return x_1.mean(dim=-1, keepdim=True) + weights @ values

# %% stored_turned | wrong | projection | core | mistake: matrices-transposed
# matrices stored as (d_out, d_in)
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_out_kq, d_in))
        self.W_key = nn.Parameter(torch.rand(d_out_kq, d_in))
        self.W_value = nn.Parameter(torch.rand(d_out_v, d_in))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_query.T
        keys = x_2 @ self.W_key.T
        values = x_2 @ self.W_value.T
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values

# %% unprojected_values | wrong | projection | core | mistake: not-projected
# x_2 itself in place of the values
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return (weights @ x_2)[..., : values.shape[-1]]

# %% values_keyed | wrong | projection | core | mistake: values-from-keys
# values projected with W_key
#-         values = x_2 @ self.W_value
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         values = (x_2 @ self.W_key)[..., : self.W_value.shape[-1]]
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% weights | wrong | projection | core | mistake: weights-returned
# the weights are returned
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return weights

# %% eval_unscaled | wrong | scale | core | mistake: other-in-evaluation
# no scale in evaluation mode
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / (keys.shape[-1] ** 0.5 if self.training else 1.0)

# %% no_scale | wrong | scale | core | mistake: no-scale
# the scores are not scaled
#-         scores = scores / math.sqrt(keys.shape[-1])

# %% scale_input | wrong | scale | core | mistake: by-root-of-d-in
# divided by sqrt(d_in)
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / x_1.shape[-1] ** 0.5

# %% scale_keys | wrong | scale | core | mistake: by-root-of-tokens
# divided by the root of the number of keys
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / x_2.shape[-2] ** 0.5

# %% scale_learned | wrong | scale | core | mistake: learned-scale
# a learned temperature
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.temperature = nn.Parameter(torch.ones(()))
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = self.temperature * queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% scale_multiplied | wrong | scale | core | mistake: multiplied-by-root
# scores multiplied by the root instead of divided
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) * keys.shape[-1] ** 0.5

# %% scale_output | wrong | scale | core | mistake: scale-after-softmax
# the output is scaled
#-         scores = scores / math.sqrt(keys.shape[-1])

#-         return weights @ values
#+         return weights @ values / keys.shape[-1] ** 0.5

# %% scale_precedence | wrong | scale | core | mistake: by-half-d-k
# d_k ** 1/2, which is half of d_k
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / (keys.shape[-1] ** 1 / 2)

# %% scale_queries | wrong | scale | core | mistake: by-root-of-tokens
# divided by the root of the number of queries
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / x_1.shape[-2] ** 0.5

# %% scale_rounded | wrong | scale | core | mistake: by-integer-root
# the root without its decimals
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) // 1 / int(keys.shape[-1] ** 0.5)

# %% scale_squared | wrong | scale | core | mistake: by-d-k
# scores divided by d_k
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1]

# %% scale_values | wrong | scale | core | mistake: by-root-of-d-v
# divided by sqrt(d_v)
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / values.shape[-1] ** 0.5

# %% b_is_one | wrong | shape | robustness | mistake: size-one-squeezed
# the leading dimension of one is lost
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return (weights @ values).squeeze(0)

# %% batch_flat | wrong | shape | core | mistake: batch-as-sequence | of: last_weights
# the batch of x_2 is one sequence
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = x_2.reshape(-1, x_2.shape[-1])
#-         self.last_weights = weights.detach()

# %% bmm | wrong | shape | core | mistake: leading-dimensions
# bmm, for batches only
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = torch.bmm(queries, keys.transpose(1, 2)) / keys.shape[-1] ** 0.5

# %% cut | wrong | shape | core | mistake: cut-to-shorter | of: last_weights
# cuts both to the shorter length
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         T = min(x_1.shape[-2], x_2.shape[-2])
#+         x_1, x_2 = x_1[..., :T, :], x_2[..., :T, :]
#-         self.last_weights = weights.detach()

# %% nine_keys | wrong | shape | core | mistake: length-limited
# refuses more than nine tokens of x_2
class CrossAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1, x_2):
        assert x_2.shape[-2] <= 9
        q, k, v = x_1 @ self.W_query, x_2 @ self.W_key, x_2 @ self.W_value
        return torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]), dim=-1) @ v

# %% nothing | wrong | shape | core | mistake: returns-none
# returns nothing
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         weights @ values

# %% one_column_squeezed | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# values of one column lose their dimension
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         out = weights @ values
#+         return out.squeeze(-1) if self.W_key.shape[0] > 1 and out.shape[-1] == 1 else out

# %% one_key_squeezed | wrong | shape | robustness | mistake: size-one-squeezed
# a single key is squeezed away
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-1)
#+         if keys.shape[-2] == 1:
#+             return values.squeeze(-2)

# %% pooled | wrong | shape | core | mistake: token-mean
# the mean over the queries is returned
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return (weights @ values).mean(dim=-2)

# %% squeezed | wrong | shape | robustness | mistake: size-one-squeezed
# dimensions of size one are lost
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return (weights @ values).squeeze()

# %% squeezed_token | wrong | shape | robustness | mistake: size-one-squeezed
# drops the dimension of a single token
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return (weights @ values).squeeze(1)

# %% weights_too | wrong | shape | core | mistake: more-returned
# returns the weights as well
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return weights @ values, weights

# %% clamped | wrong | stability | robustness | mistake: scores-clamped | public: extremes
# scores clamped to ±50
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.softmax(scores.clamp(-50, 50), dim=-1)

# %% eps | wrong | stability | core | mistake: constant-in-denominator
# a small number is added to the sum
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         parts = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
#+         weights = parts / (parts.sum(dim=-1, keepdim=True) + 1e-2)

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum
# subtracts the maximum of all scores
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         parts = torch.exp(scores - scores.max())
#+         weights = parts / parts.sum(dim=-1, keepdim=True)

# %% no_maximum | wrong | stability | robustness | mistake: no-maximum
# exp without subtracting the maximum
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = scores.exp() / scores.exp().sum(dim=-1, keepdim=True)

# %% dropout | wrong | values | core | mistake: dropout-added
# dropout on the weights
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return nn.functional.dropout(weights, 0.1, self.training) @ values

# %% eval | wrong | values | core | mistake: other-in-evaluation | also: gradients-cut
# mean values in evaluation mode
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return weights @ values if self.training else values.mean(dim=-2, keepdim=True).expand(*queries.shape[:-1], -1)

# %% mean | wrong | values | core | mistake: uniform-weights
# the mean of the values
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.softmax(scores * 0, dim=-1)

# %% positions | wrong | values | core | mistake: token-positions-added | of: last_weights
# positions are added
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = x_2 + 0.1 * torch.arange(x_2.shape[-2], device=x_2.device, dtype=x_2.dtype)[:, None]
#-         self.last_weights = weights.detach()
