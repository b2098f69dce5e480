# wrong: the state dict gains a buffer | family: state | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)
        self.register_buffer("size", torch.tensor(vocab_size))

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding(ids)
