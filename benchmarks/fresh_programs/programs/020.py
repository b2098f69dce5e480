class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim):
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x):
        dim = x.shape[1]
        scores = self.W_q(x) @ self.W_k(x).transpose(1, 2)
        weights = torch.softmax(scores / dim**0.5, dim=2)
        return weights @ self.W_v(x)
