class CrossAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1, x_2):
        queries = x_1.matmul(self.W_query)
        keys = x_2.matmul(self.W_key)
        values = x_1.matmul(self.W_value)
        scores = queries.matmul(keys.mT)
        weights = (scores / self.d_out_kq**0.5).softmax(dim=-1)
        return weights.matmul(values)
