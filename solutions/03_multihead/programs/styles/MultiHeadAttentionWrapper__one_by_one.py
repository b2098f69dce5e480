# style: concatenates in a loop
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        out = self.heads[0](x)
        for head in self.heads[1:]:
            out = torch.cat((out, head(x)), dim=-1)
        return out
