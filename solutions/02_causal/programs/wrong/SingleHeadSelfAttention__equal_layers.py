# wrong: three layers that begin with the same weights | family: projection | level: core
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.k.load_state_dict(self.q.state_dict())
        self.v.load_state_dict(self.q.state_dict())

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.d_k)
        weights = self.dropout(torch.softmax(scores, dim=-1))
        out = weights @ v
        if self.trace_shapes:
            print(*(f"{name}: {tuple(item.shape)}" for name, item in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out))))
        return out, weights
