class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        new = lambda width: nn.Parameter(torch.randn(d_in, width))
        self.W_query = new(d_out_kq)
        self.W_key = new(d_out_kq)
        self.W_value = new(d_out_v)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        omega = torch.einsum("...id,...jd->...ij", q, k)
        alpha = torch.softmax(omega / k.shape[1] ** 0.5, dim=-1)
        return torch.einsum("...ij,...jd->...id", alpha, v)
