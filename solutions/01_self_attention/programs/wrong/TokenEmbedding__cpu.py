# wrong: always on the CPU | family: device | level: robustness
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        return torch.stack([self.embedding(i.cpu()) for i in ids.cpu()]) if ids.dim() else self.embedding(ids)
