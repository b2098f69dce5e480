# wrong: keeps the matrices of the first call | family: state | level: core
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.kept = None

    def forward(self, x: Tensor) -> Tensor:
        layers = (self.W_q, self.W_k, self.W_v)
        if self.kept is None:
            self.kept = torch.cat([layer.weight for layer in layers]), torch.cat([layer.bias for layer in layers])
        queries, keys, values = nn.functional.linear(x, *self.kept).chunk(3, dim=-1)
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values
