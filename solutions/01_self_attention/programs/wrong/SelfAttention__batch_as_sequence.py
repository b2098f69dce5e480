# wrong: the batch is one long sequence | family: axis | level: core
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        flat = x.reshape(-1, x.shape[-1])
        q, k, v = flat @ self.W_query, flat @ self.W_key, flat @ self.W_value
        out = torch.softmax(q @ k.T / self.d_out_kq**0.5, dim=-1) @ v
        return out.reshape(*x.shape[:-1], -1)
