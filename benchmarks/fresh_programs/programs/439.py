class CrossAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.norm_factor = 1 / math.sqrt(d_out_v)

    def forward(self, x_1, x_2):
        asked = x_1 @ self.W_query
        labels, contents = x_2 @ self.W_key, x_2 @ self.W_value
        similarity = torch.bmm(asked, labels.transpose(1, 2))
        attn = torch.softmax(similarity * self.norm_factor, dim=-1)
        return torch.bmm(attn, contents)
