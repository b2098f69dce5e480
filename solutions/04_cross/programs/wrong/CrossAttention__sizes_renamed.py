# wrong: the sizes have names of their own | family: state | level: robustness
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_k: int, d_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_k))
        self.W_key = nn.Parameter(torch.rand(d_in, d_k))
        self.W_value = nn.Parameter(torch.rand(d_in, d_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_query
        keys = x_2 @ self.W_key
        values = x_2 @ self.W_value
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values
