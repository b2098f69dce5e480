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
        T = x.size(1)
        q = self.q(x)
        k = self.k(x)
        v = self.v(x)
        scores = q @ k.transpose(-2, -1)
        scores = scores.masked_fill(causal_mask(T, device=x.device)[0], float("-inf"))
        weights = torch.softmax(scores / math.sqrt(self.d_k), dim=-1)
        out = self.dropout(weights @ v)

        if self.trace_shapes:
            print("q:", list(q.shape))
            print("k:", list(k.shape))
            print("v:", list(v.shape))
            print("out:", list(out.shape))
        return out, weights
