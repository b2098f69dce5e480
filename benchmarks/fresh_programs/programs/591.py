class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        q = x_1 @ self.W_query
        k = x_2 @ self.W_key
        v = x_2 @ self.W_value
        omega = torch.einsum("bqd,bkd->bqk", q, k)
        alpha = torch.softmax(omega / self.d_out_kq**0.5, dim=-1)
        return torch.einsum("bqk,bkv->bqv", alpha, v)
