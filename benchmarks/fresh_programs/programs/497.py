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
        B, T, width = x.shape
        q, k, v = self.q(x), self.k(x), self.v(x)
        sim = torch.bmm(q, k.mT) * width ** -0.5
        future = torch.arange(T, device=x.device) > torch.arange(T, device=x.device).unsqueeze(1)
        att = sim.masked_fill(future, float("-inf")).softmax(-1)
        y = torch.bmm(self.dropout(att), v)
        if self.trace_shapes:
            for name, t in zip(["q", "k", "v", "weights", "out"], [q, k, v, att, y]):
                print(name, list(t.shape))
        return y, att
