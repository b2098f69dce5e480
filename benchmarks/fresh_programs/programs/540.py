class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"{d_model} is not a multiple of {num_heads}")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache=None):
        B, T, C = x.shape
        shape = (B, T, self.num_heads, C // self.num_heads)
        q, k, v = (lin(x).view(shape).transpose(1, 2) for lin in (self.W_Q, self.W_K, self.W_V))
        has_past = cache is not None and cache[0].shape[2] > 0
        if has_past:
            k = torch.cat((cache[0], k), dim=2)
            v = torch.cat((cache[1], v), dim=2)
        att = q @ k.transpose(2, 3) / math.sqrt(q.size(3))
        if not has_past:
            # with a cache the keys are the past, and all of the past may be seen
            future = torch.triu(torch.ones(T, T, device=x.device), diagonal=1).bool()
            att = att.masked_fill(future, float("-inf"))
        y = torch.softmax(att, dim=3) @ v
        y = y.transpose(1, 2).reshape(B, T, C)
        return self.W_O(y), (k, v)
