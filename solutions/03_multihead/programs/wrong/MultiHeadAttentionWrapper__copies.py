# wrong: copies of one head | family: heads | level: core
import copy


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        head = SelfAttention(d_in, d_out_kq, d_out_v)
        self.heads = nn.ModuleList([copy.deepcopy(head) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        return torch.cat([head(x) for head in self.heads], dim=-1)
