class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)
        self.act = nn.GELU()

    def forward(self, x):
        return x + self.down(self.act(self.up(x)))
