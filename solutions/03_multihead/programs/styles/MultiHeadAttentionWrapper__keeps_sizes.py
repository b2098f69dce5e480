# style: keeps sizes as attributes
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
        self.num_heads, self.d_out_v = num_heads, d_out_v

    def forward(self, x: Tensor) -> Tensor:
        outputs = [self.heads[i](x) for i in range(self.num_heads)]
        return torch.cat(outputs, dim=x.dim() - 1)
