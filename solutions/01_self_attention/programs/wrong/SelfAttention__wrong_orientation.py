# wrong: matrices stored as (d_out, d_in) | family: projection | level: core
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_out_kq, d_in))
        self.W_key = nn.Parameter(torch.rand(d_out_kq, d_in))
        self.W_value = nn.Parameter(torch.rand(d_out_v, d_in))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query.T, x @ self.W_key.T, x @ self.W_value.T
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
