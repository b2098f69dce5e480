def _matrix(rows: int, columns: int) -> nn.Parameter:
    return nn.Parameter(torch.randn(rows, columns))


class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = _matrix(d_in, d_out_kq)
        self.W_key = _matrix(d_in, d_out_kq)
        self.W_value = _matrix(d_in, d_out_v)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        q = x_1 @ self.W_query
        k, v = x_2 @ self.W_key, x_2 @ self.W_value
        temperature = math.sqrt(self.W_key.size(0))
        return ((q @ k.mT) / temperature).softmax(dim=-1) @ v
