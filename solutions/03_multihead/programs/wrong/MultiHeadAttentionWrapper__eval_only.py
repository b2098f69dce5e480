# wrong: uses the first head only in evaluation mode | family: state | level: core
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        heads = self.heads if self.training else [self.heads[0]] * len(self.heads)
        return torch.cat([head(x) for head in heads], dim=-1)
