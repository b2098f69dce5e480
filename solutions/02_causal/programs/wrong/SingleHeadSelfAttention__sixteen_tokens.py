# wrong: a mask of at most 16 tokens | family: mask | level: core
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model, d_k, dropout=0.0, trace_shapes=False):
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        weights = self.dropout(
            torch.softmax(
                (q @ k.mT).masked_fill(
                    torch.ones(16, 16, device=x.device).triu(1).bool()[: x.shape[1], : x.shape[1]], -math.inf
                )
                / math.sqrt(self.d_k),
                -1,
            )
        )
        out = weights @ v
        if self.trace_shapes:
            for n, t in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out)):
                print(f"{n}: {tuple(t.shape)}")
        return out, weights
