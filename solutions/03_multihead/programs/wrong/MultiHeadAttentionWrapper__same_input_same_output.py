# wrong: the result for a tensor is kept as long as the same tensor comes | family: state | level: core
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
        self.last, self.kept = None, None

    def forward(self, x: Tensor) -> Tensor:
        if x is not self.last:
            self.last, self.kept = x, torch.cat([head(x) for head in self.heads], dim=-1)
        return self.kept
