class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean(-1, keepdim=True)
        var = torch.var(x, dim=-1, keepdim=True)
        normed = (x - mean) / (torch.sqrt(var) + self.eps)
        return torch.addcmul(self.bias, normed, self.weight)
