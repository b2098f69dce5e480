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
        q, k, v = (f(x).view(B, n, self.num_heads, -1).transpose(1, 2) for f in (self.W_Q, self.W_K, self.W_V))
        if cache is None:
            hide = torch.full((n, n), float("-inf"), device=x.device, dtype=x.dtype).triu(1)
        else:
            # everything in the cache is past, nothing to hide
            k = torch.cat((cache[0], k), dim=-2)
            v = torch.cat((cache[1], v), dim=-2)
            hide = torch.zeros(n, k.size(-2), device=x.device, dtype=x.dtype)
        logits = torch.einsum("bhid,bhjd->bhij", q, k) / q.size(-1) ** 0.5 + hide
        ctx = torch.einsum("bhij,bhjd->bihd", logits.softmax(-1), v)
        return self.W_O(ctx.reshape(B, n, C)), (k, v)
