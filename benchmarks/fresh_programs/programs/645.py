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
        B, n, width = x.shape
        q, k, v = (
            f(x).reshape(B, n, self.num_heads, width // self.num_heads).permute(0, 2, 1, 3)
            for f in (self.W_Q, self.W_K, self.W_V)
        )
        s_past = 0
        if cache is not None:
            s_past = cache[0].size(2)
            k, v = torch.cat((cache[0], k), 2), torch.cat((cache[1], v), 2)
        s = q @ k.mT * q.size(-1) ** -0.5
        if s_past == 0:  # with a past, the cached tokens all come earlier
            s = s + torch.full((n, n), -math.inf, device=x.device, dtype=x.dtype).triu(1)
        y = (s.softmax(-1) @ v).permute(0, 2, 1, 3).reshape(B, n, width)
        return self.W_O(y), (k, v)
