# style: a base class of its own
class _Projections(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(width, width)
        self.W_k = nn.Linear(width, width)
        self.W_v = nn.Linear(width, width)


class SingleHeadAttention(_Projections):
    def __init__(self, embed_dim: int) -> None:
        super().__init__(embed_dim)
        self.embed_dim = embed_dim

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return torch.softmax(q @ k.transpose(-2, -1) / self.embed_dim**0.5, dim=-1) @ v
