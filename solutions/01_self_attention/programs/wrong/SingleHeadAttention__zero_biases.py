# wrong: construction keeps zero biases, forward adds none | family: values | level: core
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        q, k, v = q - self.W_q.bias, k, v
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v
