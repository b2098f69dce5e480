class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1.matmul(self.W_query)
        keys = x_2.matmul(self.W_key)
        values = x_2.matmul(self.W_value)
        scores = queries.matmul(keys.transpose(-2, -1))
        T_1, T_2 = scores.shape[-2:]
        mask = torch.ones(T_1, T_2, device=scores.device).triu(diagonal=1).bool()
        scores = scores.masked_fill(mask, -torch.inf)
        weights = torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1)
        return weights.matmul(values)
