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
        T = x.shape[1]
        hidden = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
        scores = q @ k.mT
        scores = scores.masked_fill(hidden, float("-inf"))
        weights = torch.softmax(scores / self.d_k**0.5, dim=-1)
        out = self.dropout(weights) @ v
        if self.trace_shapes:
            for name, tensor in {"q": q, "k": k, "v": v, "weights": weights}.items():
                print(f"{name}: {tuple(tensor.shape)}")
        return out, weights
