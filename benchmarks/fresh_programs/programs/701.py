class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.normalise = nn.Softmax(dim=1)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        q = torch.matmul(x_1, self.W_query)
        k = torch.matmul(x_2, self.W_key)
        v = torch.matmul(x_2, self.W_value)
        similarity = torch.einsum("...id,...jd->...ij", q, k)
        alpha = self.normalise(similarity / self.d_out_kq**0.5)
        return torch.einsum("...ij,...jd->...id", alpha, v)
