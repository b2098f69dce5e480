# wrong: dropped weights leave the graph | family: autograd | level: core
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
        weights = masked_softmax(q @ k.mT, self.d_k)
        if self.training and self.dropout.p > 0:
            weights = self.dropout(weights.detach())
        out = weights @ v
        if self.trace_shapes:
            print(*(f"{name}: {tuple(item.shape)}" for name, item in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out))))
        return out, weights
