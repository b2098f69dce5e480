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
        sim = torch.bmm(q, k.mT) * self.d_k**-0.5
        t = torch.arange(x.shape[1], device=x.device)
        sim = torch.where(t[:, None] >= t, sim, -torch.inf)
        att = nn.functional.dropout(sim.softmax(-1), p=self.dropout.p)
        out = torch.bmm(att, v)
        if self.trace_shapes:
            for name, value in zip(["q", "k", "v", "weights", "out"], [q, k, v, att, out]):
                print(name, list(value.shape))
        return out, att
