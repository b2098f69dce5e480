class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"num_heads must divide d_model: {num_heads} does not divide {d_model}")
        self.num_heads = num_heads
        self.W_Q, self.W_K, self.W_V, self.W_O = [nn.Linear(d_model, d_model, bias=False) for _ in range(4)]

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        B, n, C = x.shape
        d_h = C // self.num_heads
        q, k, v = (W(x).view(B, n, -1, d_h).permute(0, 2, 1, 3) for W in (self.W_Q, self.W_K, self.W_V))
        past = 0
        if cache is not None:
            past = cache[0].size(2)
            k = torch.cat((cache[0], k), dim=2)
            v = torch.cat((cache[1], v), dim=2)
        k = k / math.sqrt(d_h)
        place = torch.arange(past + n, device=x.device)
        hidden = place[None, :] > place[past:, None]
        a = torch.einsum("bhid,bhjd->bhij", q, k).masked_fill(hidden, -math.inf).softmax(-1)
        out = torch.einsum("bhij,bhjd->bihd", a, v).reshape(B, n, C)
        return self.W_O(out), (k, v)
