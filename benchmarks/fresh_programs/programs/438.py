class CrossAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.scale = d_out_kq ** 0.5
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1, x_2):
        Q = torch.matmul(x_1, self.W_query)
        K = torch.matmul(x_2, self.W_key)
        V = torch.matmul(x_2, self.W_value)
        omega = torch.matmul(Q, K.mT)
        alpha = nn.functional.softmax(omega / self.scale, dim=1)
        return torch.matmul(alpha, V)
