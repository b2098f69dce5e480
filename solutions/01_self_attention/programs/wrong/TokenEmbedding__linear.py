# wrong: a linear layer on one-hot vectors | family: projection | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Linear(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding(nn.functional.one_hot(ids, self.embedding.in_features).float())
