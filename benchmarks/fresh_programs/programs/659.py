class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim):
        super().__init__()
        self.embed_dim = embed_dim
        for name in ("W_q", "W_k", "W_v"):
            setattr(self, name, nn.Linear(embed_dim, embed_dim))

    def forward(self, x):
        B, T, E = x.shape
        keys_t = self.W_k(x).reshape(B, E, T)
        scores = torch.bmm(self.W_q(x), keys_t)
        attn = (scores / math.sqrt(self.embed_dim)).softmax(dim=2)
        return torch.bmm(attn, self.W_v(x))
