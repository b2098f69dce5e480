# style: random matrices as attributes first
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        super().__setattr__("sizes", (d_in, d_out_kq, d_out_v))
        self.d_out_kq = d_out_kq
        random = [torch.rand(d_in, n) for n in (d_out_kq, d_out_kq, d_out_v)]
        self.W_query, self.W_key, self.W_value = map(nn.Parameter, random)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
