# wrong: nn.Linear layers in place of parameters | family: projection | level: core
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out_kq, bias=False)
        self.W_key = nn.Linear(d_in, d_out_kq, bias=False)
        self.W_value = nn.Linear(d_in, d_out_v, bias=False)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = self.W_query(x_1)
        keys = self.W_key(x_2)
        values = self.W_value(x_2)
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values
