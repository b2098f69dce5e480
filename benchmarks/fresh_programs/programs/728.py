class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        mu = torch.mean(x, dim=-1, keepdim=True)
        sigma = torch.var(x, dim=-1, keepdim=True).sqrt()
        z = (x - mu) / (sigma + self.eps)
        return torch.addcmul(self.bias, self.weight, z)
