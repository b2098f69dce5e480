class SingleHeadAttention(nn.Module):
    """Self-attention of one head without a mask."""

    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        for letter in "kqv":
            setattr(self, f"W_{letter}", nn.Linear(embed_dim, embed_dim))

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        energy = torch.einsum("bqc,bkc->bqk", self.W_q(x), self.W_k(x))
        alpha = softmax(energy / T**0.5, dim=-1)
        return torch.einsum("bqk,bkc->bqc", alpha, self.W_v(x))
