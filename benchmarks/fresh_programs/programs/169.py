class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.scale = embed_dim**0.5

    def forward(self, x: Tensor) -> Tensor:
        projections = [self.W_q, self.W_k, self.W_v]
        q, k, v = (x @ layer.weight.T for layer in projections)
        att = torch.bmm(q, k.transpose(1, 2)) / self.scale
        att = att.softmax(-1)
        return torch.bmm(att, v)
