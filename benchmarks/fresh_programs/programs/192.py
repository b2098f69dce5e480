class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.up(x)
        phi = 0.5 * (1 + torch.erf(hidden))  # probability below hidden
        return self.down(hidden * phi)
