class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        q = x.matmul(self.W_query)
        k = x.matmul(self.W_key)
        v = x.matmul(self.W_value)
        omega = q.matmul(k.transpose(-1, -2))
        omega = omega / math.sqrt(v.size(-1))
        alpha = torch.softmax(omega, dim=1)
        return alpha.matmul(v)
