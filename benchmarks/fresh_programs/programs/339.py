class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.scale = math.sqrt(d_out_kq)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        # always work with a batch, also if there is only one sentence
        if x_1.dim() == 2:
            return self.forward(x_1.unsqueeze(0), x_2.unsqueeze(0))
        queries = x_1.matmul(self.W_query)
        keys = x_2.matmul(self.W_key)
        values = x_2.matmul(self.W_value)
        weights = queries.matmul(keys.transpose(-2, -1)).div(self.scale).softmax(dim=-1)
        context = weights.matmul(values)
        return context.squeeze(0)  # remove the batch again
