# style: torch.matmul and mT
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries, keys, values = (
            torch.matmul(x_1, self.W_query),
            torch.matmul(x_2, self.W_key),
            torch.matmul(x_2, self.W_value),
        )
        weights = nn.functional.softmax(torch.matmul(queries, keys.mT) / math.sqrt(self.W_key.shape[1]), dim=-1)
        return torch.matmul(weights, values)
