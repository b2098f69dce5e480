# wrong: forward looks up in another table | family: autograd | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)
        self.rows = torch.randn(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        return self.rows[ids]
