class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.scale = head_dim**-0.5

    def forward(self, x: Tensor) -> Tensor:
        q = self.W_Q(x) * self.scale
        att = torch.einsum("bqd,bkd->bqk", q, self.W_K(x))
        att = att * torch.ones_like(att).tril()  # no looking ahead
        att = att.softmax(-1)
        y = torch.einsum("bqk,bkd->bqd", att, self.W_V(x))
        return self.W_O(y)
