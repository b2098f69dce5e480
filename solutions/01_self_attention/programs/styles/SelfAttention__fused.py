# style: one product, then split
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        sizes = [self.d_out_kq, self.d_out_kq, self.W_value.shape[1]]
        fused = x @ torch.cat([self.W_query, self.W_key, self.W_value], dim=1)
        queries, keys, values = fused.split(sizes, dim=-1)
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
