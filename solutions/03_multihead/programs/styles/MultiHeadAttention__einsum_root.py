# style: einsum with the root as Python number
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
