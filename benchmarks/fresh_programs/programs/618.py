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
        seq = x.size(1)
        q = self.q(x)
        k = self.k(x).mT
        v = self.v(x)

        att = torch.bmm(q, k) / self.d_k**0.5
        hide = causal_mask(seq, x.device).view(seq, seq)
        att = att.masked_fill(hide, float("-inf")).softmax(dim=2)
        out = torch.bmm(self.dropout(att), v)

        if self.trace_shapes:
            for label, t in zip(["q", "k", "v", "weights", "out"], [q, k, v, att, out]):
                print(label, "->", list(t.shape))
        return out, att
