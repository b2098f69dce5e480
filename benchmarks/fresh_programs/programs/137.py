class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.scale = math.sqrt(d_out_kq)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        q = x_1 @ self.W_query
        k = x_2 @ self.W_key
        v = x_2 @ self.W_value
        scores = torch.einsum("bid,bjd->bij", q, k) / self.scale
        weights = torch.softmax(scores, dim=-1)
        return torch.einsum("bij,bjd->bid", weights, v)
