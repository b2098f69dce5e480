class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        d = x_1.shape[-1]
        sim = (x_1 @ self.W_query) @ (x_2 @ self.W_key).transpose(-2, -1) / math.sqrt(d)
        return sim.softmax(-1) @ (x_2 @ self.W_value)
