class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        m1 = x.mean(dim=-1, keepdim=True)
        m2 = (x * x).mean(dim=-1, keepdim=True)
        variance = (m2 - m1 * m1).clamp(min=0)
        return (x - m1) * torch.rsqrt(variance + self.eps) * self.weight + self.bias
