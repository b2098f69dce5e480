class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        # a shift of all keys cancels in the softmax
        self.W_k = nn.Linear(embed_dim, embed_dim, bias=False)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        Q = self.W_q(x)
        K = self.W_k(x)
        V = self.W_v(x)
        energy = torch.einsum("bqe,bke->bqk", Q, K) / math.sqrt(self.embed_dim)
        attn = torch.softmax(energy, dim=2)
        result = torch.einsum("bqk,bke->bqe", attn, V)
        return result.squeeze()
