class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()

        def matrix(cols: int) -> nn.Parameter:
            return nn.Parameter(torch.rand(d_in, cols))

        self.W_query = matrix(d_out_kq)
        self.W_key = matrix(d_out_kq)
        self.W_value = matrix(d_out_v)
        self.scale = 1 / math.sqrt(d_out_kq)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        asking = x_1 @ self.W_query
        offered = x_2 @ self.W_key
        told = x_2 @ self.W_value
        match = (offered @ asking.mT) * self.scale  # (..., T_2, T_1)
        share = match.softmax(dim=-1)
        return share.mT @ told  # (..., T_1, d_out_v)
