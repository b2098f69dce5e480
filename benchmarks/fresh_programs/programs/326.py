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
        q = self.q(x)
        k = self.k(x)
        v = self.v(x)
        scores = torch.einsum("bid,bjd->bij", q, k)
        scores = self.dropout(scores)
        weights = masked_softmax(scores, self.d_k)
        out = torch.einsum("bij,bjd->bid", weights, v)

        if self.trace_shapes:
            print("q:", tuple(q.shape))
            print("k:", tuple(k.shape))
            print("v:", tuple(v.shape))
            print("out:", tuple(out.shape))
        return out, weights
