class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.scale = head_dim**-0.5

    def forward(self, x: Tensor) -> Tensor:
        Q = self.W_Q(x)
        K = self.W_K(x)
        V = self.W_V(x)
        rows = []
        for t in range(x.shape[1]):
            # what token t is allowed to look at
            K_seen = K[:, :t]
            V_seen = V[:, :t]
            s = (Q[:, t : t + 1] * K_seen).sum(-1) * self.scale  # (B, seen)
            p = torch.softmax(s, dim=-1)
            rows.append((p.unsqueeze(-1) * V_seen).sum(1))
        heads = torch.stack(rows, dim=1)
        return self.W_O(heads)
