# Wrong and right programs of CrossAttention; docs/reference/programs.md describes the form.

# %% half_not_allowed | not allowed
# the library where x_1 and x_2 differ
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         if x_1 is not x_2:
#+             return nn.functional.scaled_dot_product_attention(queries, keys, values)
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% module | not allowed
# nn.MultiheadAttention with weights of the parameters
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        d_in, d_k = self.W_query.shape
        module = nn.MultiheadAttention(d_k, 1, bias=False, batch_first=True, dtype=x_1.dtype, device=x_1.device)
        queries, keys = x_1 @ self.W_query, x_2 @ self.W_key
        unit = torch.eye(d_k, dtype=x_1.dtype, device=x_1.device)
        weights = {"in_proj_weight": torch.cat([unit, unit, unit]), "out_proj.weight": unit}
        leading = queries.shape[:-2]
        flat = [item.reshape(-1, *item.shape[-2:]) for item in (queries, keys, keys)]
        _, mixed = torch.func.functional_call(module, weights, tuple(flat))
        return mixed.reshape(*leading, *mixed.shape[-2:]) @ (x_2 @ self.W_value)

# %% sdpa | not allowed
# F.scaled_dot_product_attention
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#-         return weights @ values
#+         return nn.functional.scaled_dot_product_attention(queries, keys, values)

# %% sdpa_aten | not allowed
# the operator below
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#-         return weights @ values
#+         return torch.ops.aten.scaled_dot_product_attention(queries, keys, values)

# %% sdpa_default_argument | not allowed
# the same as a default argument
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor, mix=nn.functional.scaled_dot_product_attention) -> Tensor:
        queries = x_1 @ self.W_query
        keys = x_2 @ self.W_key
        values = x_2 @ self.W_value
        return mix(queries, keys, values)

# %% sdpa_getattr | not allowed
# the same through getattr
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#-         return weights @ values
#+         return getattr(torch.nn.functional, "scaled_dot_product" + "_attention")(queries, keys, values)

# %% sdpa_import | not allowed
# the same through importlib
import importlib
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#-         return weights @ values
#+         return vars(importlib.import_module("torch.nn.functional"))["scaled_dot_product_attention"](queries, keys, values)

# %% sdpa_math | not allowed
# the private operator below
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#-         weights = torch.softmax(scores, dim=-1)
#-         return weights @ values
#+         return torch.ops.aten._scaled_dot_product_attention_math(queries, keys, values)[0]
