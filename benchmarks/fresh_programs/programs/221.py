class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        asks = torch.matmul(x_1, self.W_query)
        offers = torch.matmul(x_2, self.W_key)
        says = torch.matmul(x_2, self.W_value)
        match = torch.matmul(asks, offers.transpose(-2, -1))
        match = match / math.sqrt(says.size(-1))
        return torch.matmul(torch.softmax(match, dim=-1), says)
