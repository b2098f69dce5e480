class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        for name in ("W_q", "W_k", "W_v"):
            setattr(self, name, nn.Linear(embed_dim, embed_dim, bias=False))

    def _attend(self, q, k):
        sim = q.matmul(k.mT) / self.embed_dim**0.5
        # (B, T, T): dimension 0 is the batch, so the tokens are dimension 1
        return sim.softmax(dim=1)

    def forward(self, x: Tensor) -> Tensor:
        attention = self._attend(self.W_q(x), self.W_k(x))
        return attention.matmul(self.W_v(x))
