# wrong: a bag of words | family: values | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding(ids)
