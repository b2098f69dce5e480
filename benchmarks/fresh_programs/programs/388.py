class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"num_heads must divide d_model: {num_heads} does not divide {d_model}")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def heads(self, y):
        B, T, d = y.shape
        return y.reshape(B, T, self.num_heads, d // self.num_heads).permute(0, 2, 1, 3)

    def forward(self, x, cache=None):
        q, k, v = self.heads(self.W_Q(x)), self.heads(self.W_K(x)), self.heads(self.W_V(x))
        if cache is not None:
            old_k, old_v = cache
            k = torch.cat((old_k, k), dim=-2)
            v = torch.cat((old_v, v), dim=-2)
        s = torch.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(q.shape[-1])
        if cache is None:
            # only the first piece needs the triangle: later on everything in the cache is past
            T = x.shape[1]
            s = s.masked_fill(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), -math.inf)
        out = s.softmax(dim=-1) @ v
        return self.W_O(out.transpose(1, 2).reshape(x.shape)), (k, v)
