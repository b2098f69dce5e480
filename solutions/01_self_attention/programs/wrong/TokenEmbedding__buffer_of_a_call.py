# wrong: a call adds a buffer to the state dict | family: state | level: robustness
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        self.register_buffer("last_ids", ids)
        return self.embedding(ids)
