class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        make = lambda n: nn.Parameter(torch.randn(d_in, n))
        self.W_query = make(d_out_kq)
        self.W_key = make(d_out_kq)
        self.W_value = make(d_out_v)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        q = x_1 @ self.W_query
        k = x_2 @ self.W_key
        v = x_2 @ self.W_value
        att = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        future = torch.ones_like(att, dtype=torch.bool).triu(1)
        att = att.masked_fill(future, float("-inf"))
        return torch.softmax(att, dim=-1) @ v
