class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def project(self, x):
        return [torch.einsum("...ti,io->...to", x, W) for W in (self.W_query, self.W_key, self.W_value)]

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.project(x)
        omega = torch.einsum("...id,...jd->...ij", q, k)
        alpha = (omega * q.shape[-1] ** -0.5).softmax(dim=-1)
        return torch.einsum("...ij,...id->...jd", alpha, v)
