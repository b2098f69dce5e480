class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query, self.W_key, self.W_value = [
            nn.Parameter(torch.randn(d_in, width)) for width in (d_out_kq, d_out_kq, d_out_v)
        ]

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        Q = x_1.matmul(self.W_query)
        K = x_2.matmul(self.W_key)
        V = x_2.matmul(self.W_value)
        *lead, n_keys, d = K.shape
        K_t = K.reshape(*lead, d, n_keys)
        probs = nn.functional.softmax(Q.matmul(K_t).div(d**0.5), dim=-1)
        return probs.matmul(V)
