class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = (torch.matmul(x, W) for W in (self.W_query, self.W_key, self.W_value))
        omega = attention_scores(Q, K)
        d = V.size(-1)
        alpha = attention_weights(omega, d)
        return context_vectors(alpha, V)
