# wrong: a width of one is lost | family: shape | level: robustness
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
        weights = softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1)
        return (weights @ values).squeeze(-1)
