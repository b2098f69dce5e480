class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        x -= x.mean(-1, keepdim=True)
        power = x.pow(2).mean(-1, keepdim=True)
        return x * torch.rsqrt(power + self.eps) * self.weight + self.bias
