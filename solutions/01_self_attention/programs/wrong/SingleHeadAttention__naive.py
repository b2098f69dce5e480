# wrong: own softmax without the maximum | family: stability | level: robustness
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        e = torch.exp(q @ k.mT / self.embed_dim**0.5)
        return e / e.sum(-1, keepdim=True) @ v
