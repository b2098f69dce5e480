class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError("d_model is not a multiple of num_heads")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def _heads(self, y):
        b, t, c = y.shape
        return y.reshape(b, t, self.num_heads, c // self.num_heads).permute(0, 2, 1, 3)

    def forward(self, x, cache=None):
        q, k, v = self._heads(self.W_Q(x)), self._heads(self.W_K(x)), self._heads(self.W_V(x))
        if cache is not None:
            k = torch.cat((cache[0], k), dim=-2)
            v = torch.cat((cache[1], v), dim=-2)
        att = torch.einsum("bhid,bhjd->bhij", q, k) / q.size(-1) ** 0.5
        i = torch.arange(q.size(-2), device=x.device).unsqueeze(1)
        j = torch.arange(k.size(-2), device=x.device).unsqueeze(0)
        att = att.masked_fill(j > i, float("-inf")).softmax(-1)
        y = torch.einsum("bhij,bhjd->bihd", att, v)
        return self.W_O(y.flatten(2)), (k, v)
