# wrong: gradients divided by frequency | family: autograd | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim, scale_grad_by_freq=True)

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding(ids)
