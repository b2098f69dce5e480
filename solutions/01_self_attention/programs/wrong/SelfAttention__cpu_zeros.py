# wrong: collected on the CPU | family: device | level: robustness
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        out = torch.zeros(*x.shape[:-1], values.shape[-1], dtype=x.dtype)
        return out + torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
