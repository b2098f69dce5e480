class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = (torch.matmul(x, W) for W in (self.W_query, self.W_key, self.W_value))
        d_k = K.shape[1]
        omega = torch.einsum("...id,...jd->...ij", Q, K)
        alpha = torch.softmax(omega * d_k**-0.5, dim=-1)
        return torch.einsum("...ij,...jv->...iv", alpha, V)
