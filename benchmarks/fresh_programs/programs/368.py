class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def _trace(self, **tensors):
        if not self.trace_shapes:
            return
        for name, t in tensors.items():
            print(name, list(t.shape))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        weights = masked_softmax(q.matmul(k.mT), self.d_k)
        context = self.dropout(weights).matmul(v)
        self._trace(q=q, k=k, v=v, weights=weights, context=context)
        # return the clean weights, they are nicer to look at (rows sum to 1)
        return context, weights
