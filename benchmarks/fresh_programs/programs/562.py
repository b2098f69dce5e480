class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.scale = d_out_kq**-0.5
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        asking = torch.matmul(x_1, self.W_query)
        answering = torch.matmul(x_2, self.W_key)
        content = torch.matmul(x_2, self.W_value)
        match = torch.matmul(answering, asking.transpose(-1, -2)) * self.scale
        share = nn.functional.softmax(match, dim=-1)
        return torch.matmul(share.transpose(-1, -2), content)
