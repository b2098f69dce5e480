class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.scale = math.sqrt(d_out_kq)

    @staticmethod
    def stable_softmax(z):
        e = torch.exp(z - z.max())
        return e / e.sum(dim=-1, keepdim=True)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        asking = torch.matmul(x_1, self.W_query)
        offered = torch.matmul(x_2, self.W_key)
        content = torch.matmul(x_2, self.W_value)
        match = torch.einsum("...id,...jd->...ij", asking, offered) / self.scale
        return torch.einsum("...ij,...jv->...iv", self.stable_softmax(match), content)
