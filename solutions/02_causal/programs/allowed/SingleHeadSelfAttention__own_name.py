# allowed: an own method of that name
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def scaled_dot_product_attention(self, q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        weights = self.dropout(masked_softmax(q @ k.transpose(-2, -1), self.d_k))
        return weights @ v, weights

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        out, weights = self.scaled_dot_product_attention(q, k, v)
        if self.trace_shapes:
            for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
                print(name, tuple(tensor.shape))
        return out, weights
