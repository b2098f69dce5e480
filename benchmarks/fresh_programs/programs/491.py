class MultiHeadAttentionWrapper(nn.Module):
    """Independent heads side by side (after Raschka)."""

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        outputs = [head(x) for head in self.heads]
        stacked = torch.stack(outputs, dim=-1)
        return stacked.flatten(start_dim=-2)
