class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        make = lambda: nn.Linear(embed_dim, head_dim, bias=False)
        self.W_Q, self.W_K, self.W_V = make(), make(), make()
        self.W_O = nn.Linear(head_dim, embed_dim)

    def attend(self, q, k, v):
        T = q.shape[1]
        neg = torch.full((T, T), float("-inf"), device=q.device, dtype=q.dtype).triu(1)
        w = torch.softmax((q @ k.mT + neg) / q.shape[-1] ** 0.5, dim=-1)
        return w @ v

    def forward(self, x: Tensor) -> Tensor:
        ctx = self.attend(self.W_Q(x), self.W_K(x), self.W_V(x))
        return x + self.W_O(ctx)
