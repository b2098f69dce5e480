# wrong: nn.Linear layers in place of parameters | family: projection | level: core
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Linear(d_in, d_out_kq, bias=False)
        self.W_key = nn.Linear(d_in, d_out_kq, bias=False)
        self.W_value = nn.Linear(d_in, d_out_v, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_query(x), self.W_key(x), self.W_value(x)
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
