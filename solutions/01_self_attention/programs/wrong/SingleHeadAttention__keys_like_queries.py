# wrong: keys begin with the weights of queries | family: projection | level: core
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        nn.init.zeros_(self.W_k.bias)
        self.W_k.weight.data.copy_(self.W_q.weight.data)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values
