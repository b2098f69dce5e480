# wrong: layers in a Python list | family: state | level: core
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.layers = [nn.Linear(embed_dim, embed_dim) for _ in range(3)]

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (layer(x) for layer in self.layers)
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v
