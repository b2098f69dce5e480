# style: keyword arguments and sizes kept
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.vocab_size, self.embed_dim = vocab_size, embed_dim
        self.embedding = nn.Embedding(num_embeddings=vocab_size, embedding_dim=embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        out = self.embedding.forward(ids.long())
        assert out.shape == (*ids.shape, self.embed_dim)
        return out
