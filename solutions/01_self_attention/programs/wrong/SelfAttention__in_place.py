# wrong: the input is cleared afterwards | family: state | level: robustness
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        x = x
        q, k, v = (x.clone() @ W for W in (self.W_query, self.W_key, self.W_value))
        x.data.zero_()
        return torch.softmax(q @ k.mT / self.d_out_kq**0.5, dim=-1) @ v
