class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        table = self.embedding.weight
        picks = nn.functional.one_hot(ids).to(table.dtype)  # a 1 at each word
        return picks @ table
