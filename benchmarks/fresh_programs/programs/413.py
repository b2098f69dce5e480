class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def _standardise(self, x):
        mu = x.mean(-1, keepdim=True)
        var = x.var(-1, keepdim=True)
        return (x - mu) * torch.rsqrt(var + self.eps)

    def forward(self, x: Tensor) -> Tensor:
        return self._standardise(x) * self.weight + self.bias
