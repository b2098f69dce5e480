class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def compatibility(self, x_1, x_2):
        raw = (x_1 @ self.W_query) @ (x_2 @ self.W_key).transpose(-1, -2)
        return raw / math.sqrt(self.W_query.shape[1])

    def forward(self, x_1, x_2):
        e = self.compatibility(x_1, x_2).exp()
        normaliser = e.sum(-1, keepdim=True)
        return (e / normaliser) @ (x_2 @ self.W_value)
