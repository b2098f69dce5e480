# wrong: one layer of three times the width | family: state | level: core
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_qkv = nn.Linear(embed_dim, 3 * embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_qkv(x).chunk(3, dim=-1)
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v
