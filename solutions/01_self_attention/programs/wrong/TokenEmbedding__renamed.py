# wrong: other names of the arguments | family: shape | level: robustness
class TokenEmbedding(nn.Module):
    def __init__(self, rows: int, width: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(rows, width)

    def forward(self, numbers: Tensor) -> Tensor:
        return self.embedding(numbers)
