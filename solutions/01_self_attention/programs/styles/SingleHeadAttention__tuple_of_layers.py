# style: layers made in one line
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q, self.W_k, self.W_v = (nn.Linear(embed_dim, embed_dim, bias=True) for _ in range(3))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v
