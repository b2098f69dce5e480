# wrong: keeps the matrices of the first call | family: state | level: core
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.kept = None

    def forward(self, x: Tensor) -> Tensor:
        if self.kept is None:
            self.kept = torch.cat([self.W_query, self.W_key, self.W_value], dim=1)
        sizes = [self.W_query.shape[1], self.W_key.shape[1], self.W_value.shape[1]]
        queries, keys, values = (x @ self.kept).split(sizes, dim=-1)
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values
