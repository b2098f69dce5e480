class CrossAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.d_k = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1, x_2):
        asks = torch.matmul(x_1, self.W_query)
        read = torch.matmul(x_2, self.W_key)
        omega = torch.einsum("...id,...jd->...ij", asks, read)
        alpha = nn.functional.softmax(omega / self.d_k**0.5, dim=1)
        return torch.einsum("...ij,...jv->...iv", alpha, torch.matmul(x_2, self.W_value))
