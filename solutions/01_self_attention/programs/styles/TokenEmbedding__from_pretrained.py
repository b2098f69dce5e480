# style: from_pretrained with normal numbers
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding.from_pretrained(torch.randn(vocab_size, embed_dim), freeze=False)

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding(ids)
