from torch.nn import functional as F


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
        logits = torch.einsum("bid,bjd->bij", q, k) / math.sqrt(self.d_k)
        future = torch.triu(torch.ones_like(logits), diagonal=1).bool()
        att = F.softmax(logits.masked_fill(future, float("-inf")), dim=-1)
        att = F.dropout(att, self.dropout.p)
        y = torch.einsum("bij,bjd->bid", att, v)
        if self.trace_shapes:
            for name, t in zip(["q", "k", "v", "weights", "out"], [q, k, v, att, y]):
                print(name, list(t.shape))
        return y, att
