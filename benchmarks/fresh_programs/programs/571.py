class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"d_model={d_model} cannot be shared among {num_heads} heads")
        self.n_heads, self.causal = num_heads, causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = [split_heads(proj(x), self.n_heads) for proj in (self.W_Q, self.W_K, self.W_V)]
        att = torch.einsum("bhid,bhjd->bhij", q, k)
        att = att / att.size(-1) ** 0.5
        if self.causal:
            pos = torch.arange(x.size(1), device=x.device)
            att = att.masked_fill(pos[None, :] > pos[:, None], float("-inf"))
        att = att.softmax(-1)
        z = torch.einsum("bhij,bhjd->bhid", att, v)
        return self.W_O(merge_heads(z))
