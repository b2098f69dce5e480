# wrong: another attribute | family: state | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.table = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        return self.table(ids)
