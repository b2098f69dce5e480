class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.embed_dim = embed_dim
        self.W_Q = nn.Linear(embed_dim, head_dim)
        self.W_K = nn.Linear(embed_dim, head_dim)
        self.W_V = nn.Linear(embed_dim, head_dim)
        self.W_O = nn.Linear(head_dim, embed_dim)

    def forward(self, x):
        q = self.W_Q(x)
        k = self.W_K(x)
        v = self.W_V(x)
        weights = masked_softmax(q @ k.transpose(-2, -1), self.embed_dim)
        return self.W_O(weights @ v)
