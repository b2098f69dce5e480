# wrong: another result in evaluation | family: state | level: core
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        if not self.training:
            queries = queries.detach() * 2
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
