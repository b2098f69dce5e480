class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.scale = d_out_kq**0.5
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_query
        keys, values = x_2 @ self.W_key, x_2 @ self.W_value
        scores = queries @ keys.T / self.scale
        weights = scores.softmax(dim=-1)
        return weights @ values
