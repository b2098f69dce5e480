class TokenEmbedding(nn.Module):
    """Embedding table; the lookup is written as one-hot times table."""

    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.vocab_size = vocab_size
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        table = self.embedding.weight  # (V, embed_dim)
        one_hot = nn.functional.one_hot(ids)
        return one_hot.to(table.dtype) @ table
