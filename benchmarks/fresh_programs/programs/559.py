class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError("d_model %d / num_heads %d is not whole" % (d_model, num_heads))
        self.num_heads = num_heads
        self.causal = causal
        self.head_size = d_model // num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def one_head(self, q, k, v):
        sim = q @ k.transpose(1, 2) / math.sqrt(self.head_size)
        if self.causal:
            lower = torch.tril(sim)
            sim = lower.masked_fill(lower == 0, float("-inf"))
        return torch.softmax(sim, dim=-1) @ v

    def forward(self, x):
        qs = self.W_Q(x).split(self.head_size, dim=-1)
        ks = self.W_K(x).split(self.head_size, dim=-1)
        vs = self.W_V(x).split(self.head_size, dim=-1)
        results = []
        for q, k, v in zip(qs, ks, vs):
            results.append(self.one_head(q, k, v))
        return self.W_O(torch.cat(results, dim=-1))
