class CrossAttention(nn.Module):
    """x_1 asks, x_2 answers."""

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_k = d_out_kq
        self.W_query = nn.Parameter(torch.randn(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        q = torch.matmul(x_1, self.W_query)
        k = torch.matmul(x_2, self.W_key)
        v = torch.matmul(x_2, self.W_value)
        similarity = torch.einsum("...id,...jd->...ij", q, k).div(self.d_k**0.5)
        attention = nn.functional.softmax(similarity, dim=1)
        return torch.matmul(attention, v)
