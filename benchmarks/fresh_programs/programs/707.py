class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (x @ w for w in (self.W_query, self.W_key, self.W_value))
        T, d = v.shape[-2:]
        rows = []
        for i in range(T):
            omega_i = (q[..., i : i + 1, :] * k).sum(-1)  # this word against all words
            alpha_i = attention_weights(omega_i, d)
            rows.append((alpha_i.unsqueeze(-1) * v).sum(-2))
        return torch.stack(rows, dim=-2)
