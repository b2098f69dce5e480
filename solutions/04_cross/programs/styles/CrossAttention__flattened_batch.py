# style: bmm over flattened leading dimensions
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        leading = x_1.shape[:-2]
        first, second = x_1.reshape(-1, *x_1.shape[-2:]), x_2.reshape(-1, *x_2.shape[-2:])
        queries, keys, values = first @ self.W_query, second @ self.W_key, second @ self.W_value
        weights = torch.softmax(torch.bmm(queries, keys.transpose(1, 2)) / keys.shape[-1] ** 0.5, dim=2)
        return torch.bmm(weights, values).reshape(*leading, *weights.shape[1:2], values.shape[-1])
