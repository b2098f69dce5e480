class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.width = d_out_v
        self.heads = nn.ModuleList()
        while len(self.heads) < num_heads:
            self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        result = torch.zeros(*x.shape[:-1], self.width * len(self.heads))
        for i, head in enumerate(self.heads):
            start = i * self.width
            result[..., start : start + self.width] = head(x)
        return result
