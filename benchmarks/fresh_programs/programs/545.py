class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim):
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.scale = embed_dim ** -0.5

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = (layer(x) for layer in (self.W_q, self.W_k, self.W_v))
        k_t = k.reshape(batch, width, length)
        att = torch.bmm(q, k_t).mul(self.scale).softmax(dim=2)
        return torch.bmm(att, v)
