class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        Q = torch.matmul(x, self.W_query)
        K = torch.matmul(x, self.W_key)
        V = torch.matmul(x, self.W_value)
        d_k = V.shape[-1]
        omega = torch.matmul(Q, K.transpose(-1, -2)) / d_k**0.5
        alpha = nn.functional.softmax(omega, dim=1)
        return torch.matmul(alpha, V)
