class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        q = torch.matmul(x_1, self.W_query)
        k, v = torch.matmul(x_2, self.W_key), torch.matmul(x_2, self.W_value)
        scores = torch.einsum("...id,...jd->...ij", q, k)
        if scores.shape[-2] == scores.shape[-1]:  # a sentence with itself: no looking ahead
            future = torch.ones_like(scores, dtype=torch.bool).triu(1)
            scores = scores.masked_fill(future, float("-inf"))
        alpha = torch.softmax(scores / math.sqrt(x_1.shape[-1]), dim=-1)
        return torch.matmul(alpha, v)
