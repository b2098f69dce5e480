# Wrong and right programs of MultiHeadAttention; docs/reference/programs.md describes the form.

# %% arange_mask | right
# a mask from comparing positions
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
            place = torch.arange(T, device=x.device)
            later = place[None, :] > place[:, None]
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% baddbmm | right
# baddbmm with an additive mask
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
        h, d_h = self.num_heads, d_model // self.num_heads
        q, k, v = (
            layer(x).view(B, T, h, d_h).transpose(1, 2).reshape(B * h, T, d_h)
            for layer in (self.W_Q, self.W_K, self.W_V)
        )
        mask = torch.zeros(T, T, dtype=x.dtype, device=x.device)
        if self.causal:
            mask.masked_fill_(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), float("-inf"))
        scores = torch.baddbmm(mask.expand(B * h, T, T), q, k.transpose(1, 2), alpha=d_h**-0.5)
        out = scores.softmax(dim=-1).bmm(v)
        return self.W_O(out.view(B, h, T, d_h).transpose(1, 2).reshape(B, T, d_model))

# %% bmm | right
# heads and batch in one dimension, bmm
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
        h, d_h = self.num_heads, d_model // self.num_heads
        q, k, v = (
            layer(x).view(B, T, h, d_h).transpose(1, 2).reshape(B * h, T, d_h)
            for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = torch.bmm(q, k.transpose(1, 2)) / d_h**0.5
        if self.causal:
            scores = scores.masked_fill(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), float("-inf"))
        out = torch.bmm(torch.softmax(scores, dim=2), v)
        return self.W_O(out.view(B, h, T, d_h).transpose(1, 2).contiguous().view(B, T, d_model))

# %% buffer | right
# a mask as non-persistent buffer that grows
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
        self.register_buffer("later", torch.ones(0, 0, dtype=torch.bool), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            if self.later.shape[0] < T:
                self.later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            later = self.later[:T, :T]
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% buffer_non_persistent | right
# a large mask as non-persistent buffer
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
        self.register_buffer("later", torch.ones(1024, 1024, dtype=torch.bool).triu(1), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = self.later[:T, :T]
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% by_hand | right
# softmax by hand, the maximum subtracted
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
        exponentials = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
        weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% chunk | right
# chunks and stack
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
        q, k, v = (
            torch.stack(layer(x).chunk(self.num_heads, dim=-1), dim=1) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = q @ k.mT / q.shape[-1] ** 0.5
        if self.causal:
            scores = scores.masked_fill(torch.ones_like(scores).tril() == 0, float("-inf"))
        context = torch.softmax(scores, dim=-1) @ v
        return self.W_O(torch.cat(context.unbind(dim=1), dim=-1))

# %% divmod | right
# divmod, and a property
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        d_h, rest = divmod(d_model, num_heads)
        if rest:
            raise ValueError(f"num_heads must divide d_model, got {num_heads} and {d_model}")
        self.num_heads, self.causal, self.d_h = num_heads, causal, d_h
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
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% dropout_zero | right
# a dropout of zero by default
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
        self.dropout = nn.Dropout(0.0)

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
        out = (self.dropout(weights) @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% einsum | right
# einsum throughout
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
        h, d_h = self.num_heads, d_model // self.num_heads
        q = self.W_Q(x).view(B, T, h, d_h)
        k = self.W_K(x).view(B, T, h, d_h)
        v = self.W_V(x).view(B, T, h, d_h)
        scores = torch.einsum("bihd,bjhd->bhij", q, k) / torch.sqrt(torch.tensor(d_h))
        if self.causal:
            scores = torch.where(torch.ones_like(scores, dtype=torch.bool).tril(), scores, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        return self.W_O(torch.einsum("bhij,bjhd->bihd", weights, v).reshape(B, T, d_model))

# %% einsum_root | right
# einsum with the root as Python number
import math


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
        h = self.num_heads
        q, k, v = (layer(x).view(B, T, h, -1) for layer in (self.W_Q, self.W_K, self.W_V))
        scores = torch.einsum("bihd,bjhd->bhij", q, k) / math.sqrt(d_model // h)
        if self.causal:
            scores = torch.where(torch.ones_like(scores, dtype=torch.bool).tril(), scores, float("-inf"))
        return self.W_O(torch.einsum("bhij,bjhd->bihd", torch.softmax(scores, dim=-1), v).flatten(2))

# %% finfo | right
# the smallest number in place of -inf
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
            scores = scores.masked_fill(later, torch.finfo(scores.dtype).min)
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% functional | right
# the layers' weights used directly
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
            nn.functional.linear(x, layer.weight).reshape(B, T, self.num_heads, d_h).transpose(1, 2)
            for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return out @ self.W_O.weight.T

# %% helpers | right
# helpers of the file
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
        queries, keys, values = (split_heads(layer(x), self.num_heads) for layer in (self.W_Q, self.W_K, self.W_V))
        scores = queries @ keys.mT * keys.size(-1) ** -0.5
        if self.causal:
            scores = scores + torch.full_like(scores, -torch.inf).triu(1)
        return self.W_O(merge_heads(scores.softmax(-1) @ values))

# %% in_place_mask | right
# fills scores in place before the softmax
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
            scores.masked_fill_(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% logsumexp | right
# exp of scores minus their logsumexp
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
        weights = torch.exp(scores - torch.logsumexp(scores, dim=-1, keepdim=True))
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% loop_over_heads | right
# a loop over the heads
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
        d_h = x.shape[-1] // self.num_heads
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        outputs = []
        for head in range(self.num_heads):
            columns = slice(head * d_h, (head + 1) * d_h)
            scores = q[..., columns] @ k[..., columns].transpose(1, 2) / d_h**0.5
            if self.causal:
                later = torch.triu(torch.ones(x.shape[1], x.shape[1], device=x.device), diagonal=1).bool()
                scores = scores.masked_fill(later, float("-inf"))
            outputs.append(torch.softmax(scores, dim=-1) @ v[..., columns])
        return self.W_O(torch.cat(outputs, dim=-1))

# %% loop_setattr | right
# creates the layers in a loop
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

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
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% loops | right
# loops over sentences, heads and tokens
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
        d_h = x.shape[-1] // self.num_heads
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        rows = []
        for b in range(x.shape[0]):
            for t in range(x.shape[1]):
                last = t + 1 if self.causal else x.shape[1]
                heads = []
                for head in range(self.num_heads):
                    columns = slice(head * d_h, (head + 1) * d_h)
                    scores = k[b, :last, columns] @ q[b, t, columns] / d_h**0.5
                    heads.append(torch.softmax(scores, dim=0) @ v[b, :last, columns])
                rows.append(torch.cat(heads))
        return self.W_O(torch.stack(rows).reshape(x.shape))

# %% mask_4d | right
# a mask with four dimensions
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
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% mask_by_length | right
# one mask for each length, kept in a dict
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
        self.masks = {}

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            if (T, x.device) not in self.masks:
                self.masks[T, x.device] = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            later = self.masks[T, x.device]
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% mask_grows | right
# a mask that is made anew where a text is longer
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
        self.register_buffer("later", torch.zeros(0, 0, dtype=torch.bool), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            if len(self.later) < T or self.later.device != x.device:
                self.later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            later = self.later[:T, :T]
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% mask_of_a_thousand | right
# a mask of 1024 rows, which is cut to the length
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
        later = torch.ones(1024, 1024, dtype=torch.bool).triu(1)
        self.register_buffer("later", later, persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = self.later[:T, :T]
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% mask_repeated | right
# a mask repeated for each sentence and head
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
            scores = scores.masked_fill(later.repeat(B, self.num_heads, 1, 1), float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% method | right
# splitting in a method
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
        self.d_h = d_model // num_heads

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self._split(self.W_Q(x)), self._split(self.W_K(x)), self._split(self.W_V(x))
        scores = torch.matmul(q, k.permute(0, 1, 3, 2)).div(self.d_h**0.5)
        if self.causal:
            scores = scores.masked_fill(self._later(x), float("-inf"))
        out = torch.matmul(nn.Softmax(dim=-1)(scores), v)
        return self.W_O(out.permute(0, 2, 1, 3).reshape(x.shape))

    def _split(self, x):
        return x.view(x.size(0), x.size(1), self.num_heads, self.d_h).permute(0, 2, 1, 3)

    def _later(self, x):
        return torch.ones(x.size(1), x.size(1), device=x.device, dtype=torch.bool).triu(diagonal=1)

# %% minus_1e9 | right
# -1e9 in place of -inf
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
            scores = scores.masked_fill(later, -1e9)
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% normal_init | right
# draws the weights from a normal distribution
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
        for parameter in self.parameters():
            nn.init.normal_(parameter, std=0.02)

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
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% numpy_root | right
# the root from numpy
import numpy as np


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
        scores = queries @ keys.transpose(-2, -1) / float(np.sqrt(d_h))  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)
