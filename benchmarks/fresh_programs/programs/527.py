class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self.q(x), self.k(x), self.v(x)
        att = torch.bmm(q, k.mT) * C ** -0.5
        allowed = torch.ones(T, T, device=x.device).tril().bool()
        att = torch.where(allowed, att, float("-inf"))
        att = nn.functional.softmax(att, dim=2)
        att = nn.functional.dropout(att, self.dropout.p)
        out = torch.bmm(att, v)
        if self.trace_shapes:
            for name, t in [("q", q), ("k", k), ("v", v), ("weights", att), ("out", out)]:
                print(name, list(t.shape))
        return out, att
