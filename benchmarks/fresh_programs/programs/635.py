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
        F = nn.functional
        Q, K, V = self.q(x), self.k(x), self.v(x)
        n = x.size(1)
        energy = torch.bmm(Q, K.mT).div(self.d_k ** 0.5)
        allowed = torch.tril(torch.ones(n, n, device=x.device)).bool()
        energy = energy.masked_fill(~allowed, float("-inf"))
        attn = F.softmax(energy, dim=2)
        attn = F.dropout(attn, p=self.dropout.p)
        result = torch.bmm(attn, V)
        if self.trace_shapes:
            for label, t in zip(["q", "k", "v", "weights", "out"], [Q, K, V, attn, result]):
                print(label, "->", list(t.shape))
        return result, attn
