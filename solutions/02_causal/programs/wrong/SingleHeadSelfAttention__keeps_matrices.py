# wrong: keeps the matrices of the first call | family: state | level: core
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.kept = None

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        if self.kept is None:
            self.kept = torch.cat([self.q.weight, self.k.weight, self.v.weight])
        q, k, v = nn.functional.linear(x, self.kept).chunk(3, dim=-1)
        weights = self.dropout(masked_softmax(q @ k.mT, self.d_k))
        out = weights @ v
        if self.trace_shapes:
            print(*(f"{name}: {tuple(item.shape)}" for name, item in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out))))
        return out, weights
