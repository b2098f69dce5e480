class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    @staticmethod
    def bend(z: Tensor) -> Tensor:
        """x * Phi(x), with the error function for Phi."""
        phi = 0.5 * (1.0 + torch.erf(z))
        return z * phi

    def forward(self, x: Tensor) -> Tensor:
        return self.down(self.bend(self.up(x)))
