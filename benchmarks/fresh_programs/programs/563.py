class CrossAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.d = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1, x_2):
        Q = x_1 @ self.W_query
        K = x_2 @ self.W_key
        V = x_2 @ self.W_value
        attn = torch.bmm(Q, K.transpose(1, 2)).div(math.sqrt(self.d))
        attn = attn - attn.max(dim=-1, keepdim=True).values
        attn = attn.exp()
        attn = attn / attn.sum(dim=-1, keepdim=True)
        return torch.bmm(attn, V)
