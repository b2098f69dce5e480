class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, f"cannot cut {d_model} columns into {num_heads} equal heads"
        self.n_head, self.causal = num_heads, causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        D = C // self.n_head
        q = self.W_Q(x).view(B, T, self.n_head, D)
        k = self.W_K(x).view(B, T, self.n_head, D)
        v = self.W_V(x).view(B, T, self.n_head, D)
        att = torch.einsum("bihd,bjhd->bhij", q, k) / D**0.5
        if self.causal:
            pos = torch.arange(T, device=x.device)
            att = att.masked_fill(pos > pos[:, None], -math.inf)
        att = nn.functional.softmax(att, dim=1)
        y = torch.einsum("bhij,bjhd->bihd", att, v)
        return self.W_O(y.reshape(B, T, C))
