class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError("d_model must be a multiple of num_heads")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def heads(self, y: Tensor) -> Tensor:
        B, T, C = y.shape
        return y.reshape(B, self.num_heads, T, C // self.num_heads)

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        q, k, v = self.heads(self.W_Q(x)), self.heads(self.W_K(x)), self.heads(self.W_V(x))
        if cache is not None:
            k_old, v_old = cache
            k, v = torch.cat((k_old, k), -2), torch.cat((v_old, v), -2)
        s = torch.einsum("bhid,bhjd->bhij", q, k) / q.size(-1) ** 0.5
        allowed = torch.ones(s.shape[-2:], dtype=torch.bool, device=x.device).tril()
        p = s.masked_fill(~allowed, float("-inf")).softmax(-1)
        ctx = (p @ v).transpose(1, 2).reshape(x.shape)
        return self.W_O(ctx), (k, v)
