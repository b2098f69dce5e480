class CrossAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out_v))

    def forward(self, x_1, x_2):
        Q = x_1 @ self.W_query
        K = x_2 @ self.W_key
        V = x_2 @ self.W_value
        scores = Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])
        A = torch.softmax(scores, dim=1)
        return A @ V
