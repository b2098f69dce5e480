class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def _show(self, **tensors: Tensor) -> None:
        for name, tensor in tensors.items():
            print(f"{name:>8}: {list(tensor.shape)}")

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        queries, keys, values = self.q(x), self.k(x), self.v(x)
        raw = queries @ keys.mT
        weights = nn.functional.dropout(masked_softmax(raw, self.d_k), p=self.dropout.p)
        out = weights @ values
        if self.trace_shapes:
            self._show(q=queries, k=keys, v=values, weights=weights, out=out)
        return out, weights
