class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        sims = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(C)
        allowed = torch.ones(T, T, device=x.device).tril()
        sims = torch.where(allowed == 1, sims, torch.full_like(sims, -torch.inf))
        return self.W_O(torch.bmm(sims.softmax(dim=2), v))
