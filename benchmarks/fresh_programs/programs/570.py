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
        return y.reshape(y.shape[0], y.shape[1], self.num_heads, -1).permute(0, 2, 1, 3)

    def forward(self, x, cache=None):
        new = x.shape[1]
        q, k, v = self.heads(self.W_Q(x)), self.heads(self.W_K(x)), self.heads(self.W_V(x))
        if cache is not None:
            old_k, old_v = cache
            k, v = torch.cat((old_k, k), 2), torch.cat((old_v, v), 2)
        scores = q @ k.transpose(2, 3) / math.sqrt(q.shape[-1])
        if cache is None:
            hidden = torch.triu(torch.ones(new, new, device=x.device), diagonal=1) == 1
            scores = scores.masked_fill(hidden, -math.inf)
        out = torch.softmax(scores, dim=-1) @ v
        return self.W_O(out.permute(0, 2, 1, 3).reshape(x.shape)), (k, v)
