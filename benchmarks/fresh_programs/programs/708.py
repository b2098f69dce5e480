class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def _project(self, x, layer):
        return torch.einsum("bti,ij->btj", x, layer.weight) + layer.bias

    def forward(self, x: Tensor) -> Tensor:
        Q = self._project(x, self.W_q)
        K = self._project(x, self.W_k)
        V = self._project(x, self.W_v)
        omega = torch.einsum("bqd,bkd->bqk", Q, K)
        alpha = torch.softmax(omega / self.embed_dim**0.5, dim=2)
        return torch.einsum("bqk,bkd->bqd", alpha, V)
