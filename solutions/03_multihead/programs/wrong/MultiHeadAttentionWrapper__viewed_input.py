# wrong: views the input, which must be contiguous | family: state | level: robustness
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        flat = x.view(-1, *x.shape[-2:]) if x.dim() > 3 else x.view(x.shape[0], -1).view(x.shape)
        return torch.cat([head(flat) for head in self.heads], dim=-1).reshape(*x.shape[:-1], -1)
