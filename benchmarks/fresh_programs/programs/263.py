class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    @torch.no_grad()
    def statistics(self, x: Tensor) -> tuple[Tensor, Tensor]:
        mean = x.mean(dim=-1, keepdim=True)
        var = (x - mean).square().mean(dim=-1, keepdim=True)
        return mean, var

    def forward(self, x: Tensor) -> Tensor:
        mean, var = self.statistics(x)
        x_hat = (x - mean) / torch.sqrt(var + 1e-5)
        return self.weight * x_hat + self.bias
