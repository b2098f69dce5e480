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

    def _heads(self, t):
        B, T, C = t.shape
        return t.reshape(B, T, self.num_heads, C // self.num_heads).permute(0, 2, 1, 3)

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        q = self._heads(self.W_Q(x))
        k = self._heads(self.W_K(x))
        v = self._heads(self.W_V(x))
        if cache is not None:
            old_k, old_v = cache
            k = torch.cat((old_k, k), dim=-2)
            v = torch.cat((old_v, v), dim=-2)

        att = torch.einsum("bhid,bhjd->bhij", q, k) / q.shape[-1] ** 0.5
        n_q, n_k = att.shape[-2:]
        # key index larger than query index = future
        at = torch.arange(n_k, device=x.device)
        future = at[None, :] > at[:n_q, None]
        att = att.masked_fill(future, float("-inf")).softmax(dim=-1)

        y = torch.einsum("bhij,bhjd->bihd", att, v).reshape(x.shape)
        return self.W_O(y), (k, v)
