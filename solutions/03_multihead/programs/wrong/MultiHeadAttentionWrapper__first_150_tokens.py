# wrong: tokens after the first 150 are left out of the keys | family: heads | level: robustness
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        queries = [head(x) for head in self.heads]
        if x.shape[-2] > 150:
            queries = [head(torch.cat([x[..., :150, :], x[..., :50, :]], dim=-2)) for head in self.heads]
        return torch.cat(queries, dim=-1)[..., : x.shape[-2], :]
