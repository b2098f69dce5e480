# style: the own masked_softmax
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        weights = self.dropout(masked_softmax(q @ k.mT, self.d_k))
        out = weights @ v
        if self.trace_shapes:
            for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
                print(name, tuple(tensor.shape))
        return out, weights
