# Wrong and right programs of CrossAttention; docs/reference/programs.md describes the form.

# %% asserts | right
# checks its inputs
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        if x_1.shape[-1] != self.W_query.shape[0]:
            raise ValueError("x_1 is not d_in wide")
        assert x_1.shape[:-2] == x_2.shape[:-2]
        queries = x_1 @ self.W_query
        keys = x_2 @ self.W_key
        values = x_2 @ self.W_value
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values

# %% by_hand | right
# softmax by hand, the maximum subtracted
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         parts = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
#+         weights = parts / parts.sum(dim=-1, keepdim=True)

# %% einsum | right
# einsum throughout
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = torch.einsum("...id,de->...ie", x_1, self.W_query)
        keys = torch.einsum("...jd,de->...je", x_2, self.W_key)
        values = torch.einsum("...jd,de->...je", x_2, self.W_value)
        scores = torch.einsum("...ie,...je->...ij", queries, keys) / math.sqrt(queries.size(-1))
        return torch.einsum("...ij,...je->...ie", scores.softmax(-1), values)

# %% flattened_batch | right
# bmm over flattened leading dimensions
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        leading = x_1.shape[:-2]
        first, second = x_1.reshape(-1, *x_1.shape[-2:]), x_2.reshape(-1, *x_2.shape[-2:])
        queries, keys, values = first @ self.W_query, second @ self.W_key, second @ self.W_value
        weights = torch.softmax(torch.bmm(queries, keys.transpose(1, 2)) / keys.shape[-1] ** 0.5, dim=2)
        return torch.bmm(weights, values).reshape(*leading, *weights.shape[1:2], values.shape[-1])

# %% float_inside | right
# softmax in float32, then back
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.softmax(scores, dim=-1, dtype=torch.float32).to(scores.dtype)

# %% helper | right
# a helper function
def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return (q @ k.mT * k.shape[-1] ** -0.5).softmax(dim=-1) @ v


class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        return attend(x_1 @ self.W_query, x_2 @ self.W_key, x_2 @ self.W_value)

# %% last_weights | right
# keeps the last weights for a picture, outside of the state dict
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.last_weights = None

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_query
        keys = x_2 @ self.W_key
        values = x_2 @ self.W_value
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        self.last_weights = weights.detach()
        return weights @ values

# %% linear_right | right
# F.linear
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = nn.functional.linear(x_1, self.W_query.T)
        keys = nn.functional.linear(x_2, self.W_key.T)
        values = x_2 @ self.W_value
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values

# %% logsumexp | right
# exp of scores minus their logsumexp
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = torch.exp(scores - scores.logsumexp(dim=-1, keepdim=True))

# %% matmul | right
# torch.matmul and mT
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries, keys, values = (
            torch.matmul(x_1, self.W_query),
            torch.matmul(x_2, self.W_key),
            torch.matmul(x_2, self.W_value),
        )
        weights = nn.functional.softmax(torch.matmul(queries, keys.mT) / math.sqrt(self.W_key.shape[1]), dim=-1)
        return torch.matmul(weights, values)

# %% methods | right
# steps in methods
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        return self._mix(self._weights(x_1 @ self.W_query, x_2 @ self.W_key), x_2)

    def _weights(self, queries, keys):
        return torch.softmax(queries @ keys.transpose(-1, -2) / keys.size(-1) ** 0.5, -1)

    def _mix(self, weights, x_2):
        return weights @ (x_2 @ self.W_value)

# %% named_scale | right
# keeps d_out_kq
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.d_out_kq = d_out_kq
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / self.d_out_kq**0.5

# %% non_persistent | right
# the scale as non-persistent buffer
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.register_buffer("scale", torch.tensor(d_out_kq**0.5), persistent=False)
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / self.scale

# %% numpy_root | right
# the root from numpy
import numpy as np
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / np.sqrt(keys.shape[-1])

# %% per_query | right
# one query at a time
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        keys, values = x_2 @ self.W_key, x_2 @ self.W_value
        rows = []
        for token in x_1.unbind(-2):
            query = token @ self.W_query
            scores = (keys @ query.unsqueeze(-1)).squeeze(-1) / keys.shape[-1] ** 0.5
            rows.append((torch.softmax(scores, dim=-1).unsqueeze(-2) @ values).squeeze(-2))
        return torch.stack(rows, dim=-2)

# %% register_parameter | right
# register_parameter
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
            self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_query
        keys = x_2 @ self.W_key
        values = x_2 @ self.W_value
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values

# %% scale_power | right
# a negative power
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) * keys.shape[-1] ** -0.5

# %% scale_queries_right | right
# scales the queries first
#-         queries = x_1 @ self.W_query
#+         queries = x_1 @ self.W_query / self.W_query.shape[1] ** 0.5
#-         scores = scores / math.sqrt(keys.shape[-1])

# %% scale_tensor | right
# the root of a tensor
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / torch.sqrt(torch.tensor(keys.shape[-1]))

# %% sum_products | right
# broadcast products and sums
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = (queries.unsqueeze(-2) * keys.unsqueeze(-3)).sum(dim=-1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return (weights.unsqueeze(-1) * values.unsqueeze(-3)).sum(dim=-2)

# %% transposed | right
# keys first, everything transposed
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries_T = (x_1 @ self.W_query).transpose(-2, -1)
        keys, values_T = x_2 @ self.W_key, (x_2 @ self.W_value).transpose(-2, -1)
        weights_T = torch.softmax(keys @ queries_T / keys.shape[-1] ** 0.5, dim=-2)
        return (values_T @ weights_T).transpose(-2, -1)

# %% uniform | right
# rand by another name
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.empty(d_in, d_out_kq).uniform_())
        self.W_key = nn.Parameter(torch.empty(d_in, d_out_kq).uniform_())
        self.W_value = nn.Parameter(torch.empty(d_in, d_out_v).uniform_(0, 1))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_query
        keys = x_2 @ self.W_key
        values = x_2 @ self.W_value
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values

# %% values_last | right
# projects the average in place of averaging projections
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return (weights @ x_2) @ self.W_value

# %% x_2_optional | right
# x_2 may be left out
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        x_2 = x_1 if x_2 is None else x_2
        queries = x_1 @ self.W_query
        keys = x_2 @ self.W_key
        values = x_2 @ self.W_value
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values

# %% imported | allowed
# imported and not called
from torch.nn.functional import scaled_dot_product_attention
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% mentioned | allowed
# the name in a comment and a string
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% never_called | allowed
# a method that nobody calls
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return weights @ values
#+     def check(self, q, k, v):
#+         return nn.functional.scaled_dot_product_attention(q, k, v)

# %% own_function | allowed
# an own function of the same name
def scaled_dot_product_attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1) @ v
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#-         return weights @ values
#+         return scaled_dot_product_attention(queries, keys, values)

# %% softmax_module | allowed
# nn.Softmax
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.softmax = nn.Softmax(dim=-1)
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#+         weights = self.softmax(scores)
