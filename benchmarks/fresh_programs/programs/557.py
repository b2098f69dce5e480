def _causal_attend(inp, Q, K, V):
    n, width = inp.shape[1], inp.shape[2]
    idx = torch.arange(n, device=inp.device)
    blocked = idx.view(1, n) > idx.view(n, 1)
    logits = torch.matmul(Q, K.transpose(1, 2)) / width**0.5
    logits = torch.where(blocked, torch.full_like(logits, -math.inf), logits)
    return torch.matmul(logits.softmax(-1), V)


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        mixed = _causal_attend(x, self.W_Q(x), self.W_K(x), self.W_V(x))
        return self.W_O(mixed)
