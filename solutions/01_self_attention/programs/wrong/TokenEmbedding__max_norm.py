# wrong: rows are cut to a largest length | family: values | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim, max_norm=1.0)

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding(ids)
