class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)
        self.scale = math.sqrt(embed_dim)

    @staticmethod
    def _apply_layer(layer, x):
        # a Linear keeps its matrix the other way round, so turn it
        W, b = layer.weight.data, layer.bias.data
        return x @ W.T + b

    def forward(self, x: Tensor) -> Tensor:
        q = self._apply_layer(self.W_q, x)
        k = self._apply_layer(self.W_k, x)
        v = self._apply_layer(self.W_v, x)
        return softmax(torch.bmm(q, k.transpose(1, 2)) / self.scale, dim=2).bmm(v)
