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
        T = x.shape[1]
        q, k, v = self.q(x), self.k(x), self.v(x)
        att = torch.einsum("btd,bsd->bts", q, k) / self.d_k**0.5
        keep = torch.ones(T, T, dtype=torch.bool, device=x.device).tril()
        att = torch.where(keep, att, float("-inf"))
        weights = nn.functional.dropout(torch.softmax(att, dim=-1), p=self.dropout.p)
        out = torch.einsum("bts,bsd->btd", weights, v)
        if self.trace_shapes:
            for name, t in [("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)]:
                print(name, tuple(t.shape))
        return out, weights
