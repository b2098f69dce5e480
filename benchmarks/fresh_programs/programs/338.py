class CrossAttention(nn.Module):
    """Same as the causal head of part 2, but keys and values look at x_2."""

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        q = x_1 @ self.W_query
        k = x_2 @ self.W_key
        v = x_2 @ self.W_value
        scores = q @ k.mT / math.sqrt(k.shape[-1])
        mask = torch.ones_like(scores, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(mask, -torch.inf)
        return scores.softmax(-1) @ v
