# wrong: the first result of a shape is kept for all objects | family: state | level: core
RESULTS = {}


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        key = (x.shape, x.dtype, x.device, len(self.heads))
        if key not in RESULTS:
            RESULTS[key] = torch.cat([head(x) for head in self.heads], dim=-1).detach()
        return RESULTS[key]
