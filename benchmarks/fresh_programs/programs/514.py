def _project(layer, tokens):
    return tokens @ layer.weight + layer.bias


class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.scale = embed_dim ** 0.5

    def forward(self, x: Tensor) -> Tensor:
        q = _project(self.W_q, x)
        k = _project(self.W_k, x)
        v = _project(self.W_v, x)
        att = softmax(torch.bmm(q, k.transpose(1, 2)) / self.scale, dim=2)
        return torch.bmm(att, v)
