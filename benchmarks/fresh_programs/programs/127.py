class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        for name in ("W_Q", "W_K", "W_V"):
            setattr(self, name, nn.Linear(embed_dim, head_dim, bias=False))
        self.W_O = nn.Linear(head_dim, embed_dim)
        self.scale = 1 / math.sqrt(head_dim)

    def attend(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        scores = torch.matmul(q, k.transpose(1, 2)) * self.scale
        future = causal_mask(q.shape[1], q.device)[0]
        return torch.softmax(scores.masked_fill(future, -math.inf), dim=2) @ v

    def forward(self, x: Tensor) -> Tensor:
        return self.W_O(self.attend(self.W_Q(x), self.W_K(x), self.W_V(x)))
