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

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        B, n, C = x.shape
        q, k, v = (W(x).view(B, n, self.num_heads, -1).transpose(1, 2) for W in (self.W_Q, self.W_K, self.W_V))
        if cache is not None:
            # the past is all earlier than x, so there is nothing to hide
            k, v = (torch.cat(pair, dim=-2) for pair in zip(cache, (k, v)))
        att = torch.einsum("bhid,bhjd->bhij", q, k) / q.size(-1) ** 0.5
        if cache is None:
            att = att.masked_fill(~torch.ones_like(att, dtype=torch.bool).tril(), -torch.inf)
        y = torch.einsum("bhij,bhjd->bihd", att.softmax(-1), v)
        return self.W_O(y.reshape(B, n, C)), (k, v)
