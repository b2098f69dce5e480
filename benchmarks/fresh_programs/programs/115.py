class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.scale = embed_dim**-0.5

    def forward(self, x: Tensor) -> Tensor:
        query, key, value = self.W_q(x), self.W_k(x), self.W_v(x)
        scores = torch.bmm(key, query.transpose(1, 2)) * self.scale
        weights = torch.softmax(scores, dim=-1)
        context = torch.bmm(weights, value)
        return x + context
