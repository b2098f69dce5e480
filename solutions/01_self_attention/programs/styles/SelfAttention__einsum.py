# style: einsum throughout
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries = torch.einsum("...ti,ik->...tk", x, self.W_query)
        keys = torch.einsum("...ti,ik->...tk", x, self.W_key)
        values = torch.einsum("...ti,iv->...tv", x, self.W_value)
        weights = torch.einsum("...qk,...sk->...qs", queries, keys).div(self.d_out_kq**0.5).softmax(-1)
        return torch.einsum("...qs,...sv->...qv", weights, values)
