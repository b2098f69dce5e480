# wrong: matrices stored as (d_out, d_in) | family: projection | level: core
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_out_kq, d_in))
        self.W_key = nn.Parameter(torch.rand(d_out_kq, d_in))
        self.W_value = nn.Parameter(torch.rand(d_out_v, d_in))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_query.T
        keys = x_2 @ self.W_key.T
        values = x_2 @ self.W_value.T
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values
