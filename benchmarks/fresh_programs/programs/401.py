class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def _trace(self, name, t):
        if self.trace_shapes:
            print(name, list(t.shape))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        self._trace("q", q)
        self._trace("k", k)
        self._trace("v", v)

        att = torch.bmm(q, k.transpose(1, 2))
        att = masked_softmax(att, self.d_k)
        self._trace("weights", att)

        # drop some of the attention, then mix the values
        out = torch.bmm(self.dropout(att), v)
        self._trace("out", out)
        return out, att
