class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        per_head = []
        for head in self.heads:
            per_head.append(head(x))  # (..., T, d_out_v)
        together = torch.stack(per_head, dim=-1)
        # glue the last two axes into one of width num_heads * d_out_v
        return together.flatten(start_dim=-2)
