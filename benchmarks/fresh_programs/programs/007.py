class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, embed_dim):
        super().__init__()
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids):
        vectors = self.embedding(ids)
        return vectors * math.sqrt(self.embed_dim)
