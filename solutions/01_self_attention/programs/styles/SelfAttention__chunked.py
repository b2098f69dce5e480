# style: keys in two chunks, sums joined
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value

        s = queries @ keys.mT / self.d_out_kq**0.5
        top = s.amax(-1, keepdim=True)
        total, out = 0, 0
        for part, rows in zip(s.split(2, -1), values.split(2, -2)):
            e = torch.exp(part - top)
            total, out = total + e.sum(-1, keepdim=True), out + e @ rows
        return out / total
