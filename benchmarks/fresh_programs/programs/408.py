class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_k = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def similarity(self, a, b):
        return torch.einsum("...ik,...jk->...ij", a @ self.W_query, b @ self.W_key) / self.d_k**0.5

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        w = self.similarity(x_1, x_2).softmax(dim=-1)
        # x_1 is what we want a new representation of
        v = x_1 @ self.W_value
        return w @ v
