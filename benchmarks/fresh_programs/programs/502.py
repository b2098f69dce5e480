class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        Q = x_1 @ self.W_query
        K = x_2 @ self.W_key
        V = x_2 @ self.W_value
        # every key against every query
        omega = K @ Q.transpose(-1, -2)
        alpha = nn.functional.softmax(omega / self.d_out_kq**0.5, dim=-1)
        return alpha.transpose(-1, -2) @ V
