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
        T = x.size(1)
        allowed = torch.ones(T, T, dtype=torch.bool, device=x.device).tril()
        att = torch.einsum("bqd,bkd->bqk", q, k) * self.d_k ** -0.5
        att = att.masked_fill(~allowed, float("-inf"))
        att = att.softmax(dim=2)
        out = torch.einsum("bqk,bkd->bqd", self.dropout(att), v)
        if self.trace_shapes:
            for name, t in zip(["q", "k", "v", "weights", "out"], [q, k, v, att, out]):
                print(name, list(t.shape))
        return out, att
