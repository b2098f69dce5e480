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
        T = x.shape[1]
        q = self.q(x)
        k = self.k(x)
        v = self.v(x)
        print("q", q.shape, "k", k.shape, "v", v.shape)
        wei = q @ k.transpose(-2, -1)
        wei = wei.masked_fill(causal_mask(T, x.device)[0], float("-inf"))
        wei = self.dropout(torch.softmax(wei, dim=-1))
        out = wei @ v
        print("weights", wei.shape, "out", out.shape)
        return out, wei
