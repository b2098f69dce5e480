class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d = d_out_kq

        def matrix(width):
            return nn.Parameter(torch.rand(d_in, width))

        self.W_query = matrix(d_out_kq)
        self.W_value = matrix(d_out_v)
        self.W_key = matrix(d_out_kq)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        asks = x_1 @ self.W_query
        offers = x_2 @ self.W_key
        tells = x_2 @ self.W_value
        fit = asks @ offers.T / self.d**0.5
        return fit.softmax(dim=-1) @ tells
