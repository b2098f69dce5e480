class LayerNorm(nn.Module):
    """Normalise every token vector, then scale and shift."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.d_model = d_model
        self.eps = 1e-5
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x: Tensor) -> Tensor:
        mu = x.sum(dim=-1, keepdim=True) / self.d_model
        # Var(x) = E(x^2) - E(x)^2
        var = (x * x).sum(dim=-1, keepdim=True) / self.d_model - mu * mu
        y = (x - mu) * torch.rsqrt(var + self.eps)
        return torch.addcmul(self.bias, self.weight, y)
