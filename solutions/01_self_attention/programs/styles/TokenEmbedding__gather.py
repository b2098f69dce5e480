# style: gather from the expanded table
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        table, flat = self.embedding.weight, ids.reshape(-1, 1)
        rows = torch.gather(table, 0, flat.expand(-1, table.shape[1]))
        return rows.view(*ids.shape, table.shape[1])
