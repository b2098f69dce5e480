class CrossAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        # what is read
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        # what asks
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))

    def forward(self, x_1, x_2):
        asking = x_1 @ self.W_query
        read, content = x_2 @ self.W_key, x_2 @ self.W_value
        weights = torch.softmax(asking @ read.mT, dim=-1)
        weights = weights / math.sqrt(self.W_key.size(1))
        return weights @ content
