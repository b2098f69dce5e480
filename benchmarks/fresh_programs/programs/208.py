class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        Q = self.W_q(x)
        K = self.W_k(x)
        V = self.W_v(x)
        sim = torch.bmm(Q, K.transpose(1, 2)) / math.sqrt(self.embed_dim)
        return torch.bmm(sim.softmax(dim=2), V)
