class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim, bias=True)
        self.W_k = nn.Linear(embed_dim, embed_dim, bias=True)
        self.W_v = nn.Linear(embed_dim, embed_dim, bias=True)

    @staticmethod
    def _project(layer: nn.Linear, x: Tensor) -> Tensor:
        return layer(x) + layer.bias

    def forward(self, x: Tensor) -> Tensor:
        q = self._project(self.W_q, x)
        k = self._project(self.W_k, x)
        v = self._project(self.W_v, x)
        scale = math.sqrt(self.W_q.weight.numel())
        sim = torch.bmm(q, k.permute(0, 2, 1)) / scale
        attn = sim.softmax(dim=2)
        return torch.bmm(attn, v)
