class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def _who_looks_at_whom(self, x: Tensor) -> Tensor:
        q, k = torch.matmul(x, self.W_query), torch.matmul(x, self.W_key)
        sims = torch.einsum("...qd,...kd->...qk", q, k)
        return (sims / q.size(-1) ** 0.5).softmax(dim=-1)

    def forward(self, x: Tensor) -> Tensor:
        # the attention pattern only says how to mix, what gets mixed are the values
        with torch.no_grad():
            pattern = self._who_looks_at_whom(x)
        return torch.einsum("...qk,...kv->...qv", pattern, x @ self.W_value)
