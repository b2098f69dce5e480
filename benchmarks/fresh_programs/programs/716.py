class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        # every example of the batch gets its own statistics
        axes = tuple(range(1, x.dim())) or (0,)
        var, mu = torch.var_mean(x, dim=axes, correction=0, keepdim=True)
        z = (x - mu) * torch.rsqrt(var + self.eps)
        return torch.addcmul(self.bias, z, self.weight)
