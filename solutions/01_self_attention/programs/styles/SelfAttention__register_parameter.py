# style: register_parameter in a loop
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
            self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
