# wrong: other names of the arguments | family: shape | level: robustness
class SingleHeadAttention(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(width, width)
        self.W_k = nn.Linear(width, width)
        self.W_v = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values
