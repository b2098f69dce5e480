# wrong: sizes in the wrong order | family: shape | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(embed_dim, vocab_size)

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding(ids)
