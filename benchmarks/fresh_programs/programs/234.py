class TokenEmbedding(nn.Module):
    """A table with one learned vector per word."""

    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        """Return the vector of each id: int64 `(...)` to `(..., embed_dim)`."""
        if ids.dim() == 1:
            ids = ids.unsqueeze(0)  # a batch of one sentence
        return self.embedding(ids)
