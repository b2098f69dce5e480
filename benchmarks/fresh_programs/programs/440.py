def _normalise_rows(s):
    e = torch.exp(s - s.max())
    return e / e.sum(-1, keepdim=True)


class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_k = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        q = x_1 @ self.W_query / math.sqrt(self.d_k)
        kT = (x_2 @ self.W_key).swapaxes(-1, -2)
        w = _normalise_rows(q @ kT)
        return w @ (x_2 @ self.W_value)
