# wrong: a projection behind the table | family: projection | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)
        self.out = nn.Linear(embed_dim, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        return self.out(self.embedding(ids))
