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
        att = torch.matmul(q, k.mT) / math.sqrt(self.d_k)
        att = masked_softmax(att, self.d_k)
        att = nn.functional.dropout(att, p=self.dropout.p)
        res = att.matmul(v)
        if self.trace_shapes:
            for name, t in zip(["q", "k", "v", "weights", "out"], [q, k, v, att, res]):
                print(name, list(t.shape))
        return res, att
