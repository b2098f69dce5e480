# wrong: the row before that of the id | family: values | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding((ids - 1).clamp(min=0))
