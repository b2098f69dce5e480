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
        attn = masked_softmax(q @ k.mT, self.d_k)
        attn = self.dropout(attn)
        attn = attn / attn.sum(dim=-1, keepdim=True)  # rows of attention sum to 1
        out = attn @ v
        if self.trace_shapes:
            for name, t in [("q", q), ("k", k), ("v", v), ("attn", attn), ("out", out)]:
                print(f"{name:>8} {list(t.shape)}")
        return out, attn
