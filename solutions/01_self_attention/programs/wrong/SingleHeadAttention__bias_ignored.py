# wrong: only the weights are used | family: projection | level: core
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = x @ self.W_q.weight.T, x @ self.W_k.weight.T, x @ self.W_v.weight.T
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v
