# style: keys first, everything transposed
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries_T = (x_1 @ self.W_query).transpose(-2, -1)
        keys, values_T = x_2 @ self.W_key, (x_2 @ self.W_value).transpose(-2, -1)
        weights_T = torch.softmax(keys @ queries_T / keys.shape[-1] ** 0.5, dim=-2)
        return (values_T @ weights_T).transpose(-2, -1)
