class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        q = torch.einsum("...ti,ik->...tk", x, self.W_query)
        k = torch.einsum("...ti,ik->...tk", x, self.W_key)
        v = torch.einsum("...ti,iv->...tv", x, self.W_value)

        # dot product of query i and key j
        omega = torch.einsum("...id,...jd->...ji", q, k)
        alpha = torch.softmax(omega / q.size(-1) ** 0.5, dim=-1)
        return torch.einsum("...qk,...kv->...qv", alpha, v)
