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

    def forward(self, x, cache=None):
        B, n, C = x.shape
        h = self.num_heads
        q, k, v = (lin(x).view(B, n, h, C // h).permute(0, 2, 1, 3) for lin in (self.W_Q, self.W_K, self.W_V))
        if cache is not None:
            old_k, old_v = cache
            k = torch.cat((old_k, k), dim=-2)
            v = torch.cat((old_v, v), dim=-2)
        att = torch.einsum("bhid,bhjd->bhij", q, k) * (C // h) ** -0.5
        i = torch.arange(n, device=x.device).unsqueeze(1)
        j = torch.arange(k.size(-2), device=x.device).unsqueeze(0)
        att = att.masked_fill(j > i, float("-inf"))
        out = torch.einsum("bhij,bhjd->bihd", att.softmax(-1), v)
        return self.W_O(out.reshape(B, n, C)), (k, v)
