# wrong: dropout on the weights | family: values | level: core
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return self.dropout(torch.softmax(q @ k.mT / self.embed_dim**0.5, dim=-1)) @ v
