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
        omega = torch.einsum("bqd,bkd->bqk", Q, K)
        alpha = attention_weights(omega, K.size(-1))
        return torch.einsum("bqk,bkv->bqv", alpha, V)
