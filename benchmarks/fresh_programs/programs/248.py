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
        weights = masked_softmax(q @ k.transpose(-2, -1), self.d_k)
        out = self.dropout(weights) @ v
        if self.trace_shapes:
            names = ["q", "k", "v", "weights", "out"]
            for name, tensor in zip(names, [q, k, v, out, weights], strict=True):
                print(name, tuple(tensor.shape))
        return out, self.dropout(weights)
