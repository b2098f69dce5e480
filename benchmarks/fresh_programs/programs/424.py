class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        # bias on the keys cancels out in the softmax
        self.W_k = nn.Linear(embed_dim, embed_dim, bias=False)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        Q = self.W_q(x)
        K = self.W_k(x)
        V = self.W_v(x)
        logits = torch.bmm(Q, K.mT) * self.dim**-0.5
        att = nn.functional.softmax(logits, dim=1)
        return torch.bmm(att, V)
