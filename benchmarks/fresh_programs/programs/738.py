class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        for name in ("W_q", "W_k", "W_v"):
            setattr(self, name, nn.Linear(embed_dim, embed_dim))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        # (B, T, 1, C) * (B, 1, T, C), summed over C
        dots = (q[:, :, None] * k[:, None, :]).sum(-1)
        dots = dots / q.shape[1] ** 0.5
        shares = nn.functional.softmax(dots, dim=1)
        return (shares[..., None] * v[:, None]).sum(2)
