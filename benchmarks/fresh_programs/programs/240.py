class SingleHeadAttention(nn.Module):
    """Self-attention of one head without a mask, sentence by sentence."""

    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.embed_dim = embed_dim

    def forward(self, x: Tensor) -> Tensor:
        out = torch.zeros_like(x)
        for b in range(x.shape[0]):
            q, k, v = self.W_q(x[b]), self.W_k(x[b]), self.W_v(x[b])  # (T, embed_dim)
            scores = q @ k.T / math.sqrt(self.embed_dim)  # (T, T)
            out[b] = torch.softmax(scores, dim=-1) @ v
            return out
