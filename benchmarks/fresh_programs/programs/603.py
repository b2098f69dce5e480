class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (torch.matmul(x, w) for w in (self.W_query, self.W_key, self.W_value))
        *lead, n_tok, d = k.shape
        k_t = k.reshape(*lead, d, n_tok)  # turn keys: (..., d, T)
        omega = torch.matmul(q, k_t) * d ** -0.5
        alpha = softmax(omega)
        return torch.matmul(alpha, v)
