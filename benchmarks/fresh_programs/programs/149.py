class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    def gelu(self, z: Tensor) -> Tensor:
        inner = math.sqrt(2 / math.pi) * (z + 0.044715 * z**3)
        return 0.5 * z * (1 + torch.tanh(inner))

    def forward(self, x: Tensor) -> Tensor:
        return self.down(self.gelu(self.up(x)))
