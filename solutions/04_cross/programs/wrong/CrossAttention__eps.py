# wrong: a small number is added to the sum | family: stability | level: core
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_query
        keys = x_2 @ self.W_key
        values = x_2 @ self.W_value
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        parts = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
        weights = parts / (parts.sum(dim=-1, keepdim=True) + 1e-2)
        return weights @ values
