# Wrong and right programs of SelfAttention; docs/reference/programs.md describes the form.

# %% associated | right
# the two matrices multiplied first
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        scores = x @ (self.W_query @ self.W_key.T) @ x.transpose(-2, -1)
        return torch.softmax(scores / self.d_out_kq**0.5, dim=-1) @ (x @ self.W_value)

# %% baddbmm | right
# baddbmm on the flattened batch
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value

        q, k, v = (t.reshape(-1, *t.shape[-2:]) for t in (queries, keys, values))
        empty = torch.zeros(q.shape[0], q.shape[1], k.shape[1], dtype=x.dtype, device=x.device)
        scores = torch.baddbmm(empty, q, k.transpose(1, 2), beta=0.0, alpha=self.d_out_kq**-0.5)
        return torch.bmm(torch.softmax(scores, dim=-1), v).reshape(values.shape)

# %% by_hand | right
# exp, sum and division by hand
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        s = queries @ keys.mT / self.d_out_kq**0.5
        e = (s - s.max(dim=-1, keepdim=True).values).exp()
        return (e @ values) / e.sum(-1, keepdim=True)

# %% chunked | right
# keys in two chunks, sums joined
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value

        s = queries @ keys.mT / self.d_out_kq**0.5
        top = s.amax(-1, keepdim=True)
        total, out = 0, 0
        for part, rows in zip(s.split(2, -1), values.split(2, -2)):
            e = torch.exp(part - top)
            total, out = total + e.sum(-1, keepdim=True), out + e @ rows
        return out / total

# %% column_by_column | right
# value columns one by one
import math


class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value

        weights = torch.softmax(queries @ keys.mT / math.sqrt(keys.size(-1)), dim=-1)
        return torch.stack([(weights * values[..., None, :, j]).sum(-1) for j in range(values.shape[-1])], dim=-1)

# %% einsum | right
# einsum throughout
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries = torch.einsum("...ti,ik->...tk", x, self.W_query)
        keys = torch.einsum("...ti,ik->...tk", x, self.W_key)
        values = torch.einsum("...ti,iv->...tv", x, self.W_value)
        weights = torch.einsum("...qk,...sk->...qs", queries, keys).div(self.d_out_kq**0.5).softmax(-1)
        return torch.einsum("...qs,...sv->...qv", weights, values)

# %% empty_parameters | right
# parameters made empty and drawn afterwards, results written into new memory
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.empty(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.empty((d_in, d_out_kq)))
        self.W_value = nn.Parameter(torch.Tensor(d_in, d_out_v))
        for weight in self.parameters():
            nn.init.uniform_(weight)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        weights = torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, -1)
        return weights @ values

# %% float_inside | right
# softmax in float32, cast back
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        wide = torch.promote_types(x.dtype, torch.float32)
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1, dtype=wide).to(x.dtype) @ values

# %% fused | right
# one product, then split
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        sizes = [self.d_out_kq, self.d_out_kq, self.W_value.shape[1]]
        fused = x @ torch.cat([self.W_query, self.W_key, self.W_value], dim=1)
        queries, keys, values = fused.split(sizes, dim=-1)
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% helper_method | right
# a method for the projections
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.project(x)
        return torch.softmax(q @ k.mT / self.d_out_kq**0.5, dim=-1) @ v

    def project(self, x: Tensor) -> tuple[Tensor, ...]:
        return tuple(torch.matmul(x, W) for W in (self.W_query, self.W_key, self.W_value))

# %% kept_weights | right
# the weights are kept to look at
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.last_weights = None

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        self.last_weights = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1)
        return self.last_weights @ values

# %% keys_shape | right
# the scale from the keys' shape
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return nn.functional.softmax(queries @ keys.transpose(-1, -2) / keys.shape[-1] ** 0.5, dim=-1).matmul(values)

# %% linear_right | right
# F.linear with the matrices transposed
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = (nn.functional.linear(x, W.T) for W in (self.W_query, self.W_key, self.W_value))
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% logsumexp | right
# exp(x - logsumexp(x))
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        s = queries @ keys.mT / self.d_out_kq**0.5
        return torch.exp(s - s.logsumexp(-1, keepdim=True)) @ values

# %% loop_over_batch | right
# batch elements one by one
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        if x.dim() > 2:
            return torch.stack([self(element) for element in x])
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% loop_over_queries | right
# one query at a time
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value

        rows = []
        for i in range(x.shape[-2]):
            scores = (queries[..., i : i + 1, :] * keys).sum(-1) / self.d_out_kq**0.5
            weights = torch.softmax(scores, dim=-1)
            rows.append((weights.unsqueeze(-1) * values).sum(-2))
        return torch.stack(rows, dim=-2)

# %% module_list_free | right
# buffer outside the state dict
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.register_buffer("scale", torch.tensor(d_out_kq**-0.5, dtype=torch.float64), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT * self.scale.to(x.dtype), dim=-1) @ values

# %% own_softmax | right
# the file's own softmax
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return softmax(queries @ keys.transpose(-2, -1) / self.d_out_kq**0.5, dim=-1) @ values

# %% prints | right
# prints while it works
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        print("x", x.shape)
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% queries_scaled | right
# queries are scaled beforehand
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        queries = queries * self.d_out_kq**-0.5
        return torch.softmax(queries @ keys.mT, dim=-1) @ values

# %% rand_like | right
# random matrices as attributes first
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        super().__setattr__("sizes", (d_in, d_out_kq, d_out_v))
        self.d_out_kq = d_out_kq
        random = [torch.rand(d_in, n) for n in (d_out_kq, d_out_kq, d_out_v)]
        self.W_query, self.W_key, self.W_value = map(nn.Parameter, random)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% register_parameter | right
# register_parameter in a loop
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
            self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% renormalised | right
# softmax, then divided by its sum
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        weights = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1)
        weights = weights / weights.sum(dim=-1, keepdim=True)
        return weights @ values

# %% return_weights | right
# weights on request
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor, return_weights: bool = False) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        weights = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1)
        return (weights @ values, weights) if return_weights else weights @ values

# %% scale_shared | right
# queries and keys share the scale
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        root = self.d_out_kq**0.25
        return torch.softmax((queries / root) @ (keys / root).mT, dim=-1) @ values

# %% steps | right
# the file's own functions
#-         super().__init__()
#+         super().__init__()
#+         self.d_out_kq = d_out_kq
#-         queries = x @ self.W_query
#-         keys = x @ self.W_key
#-         values = x @ self.W_value
#+         queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
#-         weights = attention_weights(scores, queries.shape[-1])
#+         weights = attention_weights(scores, self.d_out_kq)

# %% tensor_root | right
# torch.sqrt of a tensor
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / torch.sqrt(torch.tensor(self.d_out_kq)), dim=-1) @ values

# %% uniform_init | right
# uniform_ on empty matrices
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.empty(d_in, d_out_kq).uniform_(0, 1))
        self.W_key = nn.Parameter(torch.empty(d_in, d_out_kq).uniform_(0, 1))
        self.W_value = nn.Parameter(torch.empty(d_in, d_out_v).uniform_(0, 1))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% values_last | right
# weights by x, then W_value
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return (torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ x) @ self.W_value

# %% vmap | right
# torch.vmap over the batch
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        if x.dim() > 2:
            return torch.vmap(self.forward)(x)
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.T / self.d_out_kq**0.5, dim=-1) @ values

# %% comment | allowed
# the forbidden name in a comment
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        # not F.scaled_dot_product_attention(q, k, v), which is what this writes out
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% compared | allowed
# compared with the library in another function
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values


def compare(model: SelfAttention, x: Tensor) -> Tensor:
    q, k, v = x @ model.W_query, x @ model.W_key, x @ model.W_value
    return (model(x) - nn.functional.scaled_dot_product_attention(q, k, v)).abs().max()

# %% library_softmax | allowed
# the library's softmax
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% own_name | allowed
# an own function with the forbidden name
def scaled_dot_product_attention(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    return torch.softmax(queries @ keys.mT / keys.shape[-1] ** 0.5, dim=-1) @ values

class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return scaled_dot_product_attention(queries, keys, values)
