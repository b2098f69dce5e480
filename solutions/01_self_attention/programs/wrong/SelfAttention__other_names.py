# wrong: parameters with other names than in the text | family: state | level: core
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.Wq = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.Wk = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.Wv = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.Wq, x @ self.Wk, x @ self.Wv
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
