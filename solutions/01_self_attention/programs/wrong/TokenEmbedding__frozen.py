# wrong: the table asks for no gradients | family: autograd | level: core
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)
        self.embedding.weight.requires_grad_(False)

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding(ids)
