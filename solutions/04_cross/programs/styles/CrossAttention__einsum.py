# style: einsum throughout
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = torch.einsum("...id,de->...ie", x_1, self.W_query)
        keys = torch.einsum("...jd,de->...je", x_2, self.W_key)
        values = torch.einsum("...jd,de->...je", x_2, self.W_value)
        scores = torch.einsum("...ie,...je->...ij", queries, keys) / math.sqrt(queries.size(-1))
        return torch.einsum("...ij,...je->...ie", scores.softmax(-1), values)
