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
        B, T, C = x.shape
        q, k, v = self.q(x), self.k(x), self.v(x)
        att = torch.einsum("bid,bjd->bij", q, k) / math.sqrt(C)
        lower = torch.ones(T, T, device=x.device).tril()
        att = att.masked_fill(lower == 0, float("-inf"))
        weights = att.softmax(dim=-1)
        out = torch.bmm(self.dropout(weights), v)
        if self.trace_shapes:
            for name, t in zip(["q", "k", "v", "weights", "out"], [q, k, v, weights, out]):
                print(name, list(t.shape))
        return out, weights
