class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{d_model=} is not a multiple of {num_heads=}")
        self.n_heads, self.is_causal = num_heads, causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def _heads(self, t: Tensor) -> Tensor:
        b, n, c = t.shape
        return t.view(b, n, self.n_heads, c // self.n_heads).permute(0, 2, 1, 3)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self._heads(self.W_Q(x)), self._heads(self.W_K(x)), self._heads(self.W_V(x))
        scale = q.size(2) ** -0.5
        logits = torch.einsum("bhqd,bhkd->bhqk", q, k) * scale
        if self.is_causal:
            pos = torch.arange(x.shape[1], device=x.device)
            logits = logits.masked_fill(pos[None, :] > pos[:, None], float("-inf"))
        ctx = torch.einsum("bhqk,bhkd->bqhd", logits.softmax(dim=-1), v)
        return self.W_O(ctx.flatten(2))
