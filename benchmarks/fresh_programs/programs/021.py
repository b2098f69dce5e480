class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim):
        super().__init__()
        self.scale = embed_dim ** -0.5
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x):
        q = x @ self.W_q.weight
        k = x @ self.W_k.weight
        v = x @ self.W_v.weight
        scores = torch.einsum("btd,bsd->bts", q, k) * self.scale
        return torch.einsum("bts,bsd->btd", scores.softmax(-1), v)
