# wrong: view on what may not be contiguous | family: shape | level: robustness
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        flat = x.view(-1, x.shape[-1])
        queries, keys, values = ((flat @ W).view(*x.shape[:-1], -1) for W in (self.W_query, self.W_key, self.W_value))
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
