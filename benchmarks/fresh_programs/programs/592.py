class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        asked = torch.matmul(x_1, self.W_query)
        labels = torch.matmul(x_2, self.W_key)
        contents = torch.matmul(x_2, self.W_value)
        # one row per label, one column per question
        match = torch.matmul(labels, asked.transpose(-1, -2))
        match = match / math.sqrt(self.W_key.size(1))
        attn = nn.functional.softmax(match, dim=-1)
        return torch.matmul(attn.transpose(-1, -2), contents)
