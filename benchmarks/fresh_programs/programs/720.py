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
        B, new, C = x.shape
        shape = (B, new, self.num_heads, C // self.num_heads)
        q, k, v = (lin(x).view(shape).transpose(1, 2) for lin in (self.W_Q, self.W_K, self.W_V))
        past = 0
        if cache is not None:
            past = cache[0].size(2)
            k, v = (torch.cat(pair, dim=2) for pair in zip(cache, (k, v)))
        s = torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(shape[-1])
        if past == 0:  # with a past, everything in the cache may be seen
            i = torch.arange(new, device=x.device)
            s = s.where(i[:, None] >= i, float("-inf"))
        y = torch.einsum("bhqk,bhkd->bqhd", s.softmax(-1), v).reshape(B, new, C)
        return self.W_O(y), (k, v)
