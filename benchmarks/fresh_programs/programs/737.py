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
        Q, K, V = self.q(x), self.k(x), self.v(x)
        n = x.shape[1]
        hide = ~torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        s = (Q / math.sqrt(self.d_k)).matmul(K.mT).masked_fill(hide, -math.inf)
        P = s.softmax(-1)
        result = self.dropout(P).matmul(V)
        if self.trace_shapes:
            for label, t in zip(("q", "k", "v", "weights", "out"), (Q, K, V, P, result)):
                print(label, list(t.shape))
        return result, P
