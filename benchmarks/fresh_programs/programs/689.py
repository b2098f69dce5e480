class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"{d_model} columns cannot be shared by {num_heads} heads")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        B, N, C = x.shape
        q, k, v = (f(x).view(B, N, self.num_heads, -1).permute(0, 2, 1, 3) for f in (self.W_Q, self.W_K, self.W_V))
        if cache is not None and cache[0].shape[2] > 0:
            k, v = (torch.cat(pair, dim=2) for pair in zip(cache, (k, v)))
            bias = 0.0  # everything in the cache is in the past
        else:
            bias = torch.full((N, N), -torch.inf, dtype=x.dtype, device=x.device).triu(1)
        att = torch.softmax(q @ k.mT / math.sqrt(C // self.num_heads) + bias, dim=-1)
        y = (att @ v).permute(0, 2, 1, 3).reshape(B, N, C)
        return self.W_O(y), (k, v)
