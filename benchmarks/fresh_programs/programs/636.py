class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.scale = 1.0 / math.sqrt(head_dim)
        self.future = None

    def _future(self, T, device):
        # build the triangle once, it is always the same
        if self.future is None:
            self.future = torch.triu(torch.ones(T, T, dtype=torch.bool, device=device), 1)
        return self.future[:T, :T]

    def forward(self, x: Tensor) -> Tensor:
        q = self.W_Q(x) * self.scale
        att = torch.einsum("bqd,bkd->bqk", q, self.W_K(x))
        att = torch.where(self._future(x.shape[1], x.device), float("-inf"), att)
        return self.W_O(att.softmax(-1) @ self.W_V(x))
