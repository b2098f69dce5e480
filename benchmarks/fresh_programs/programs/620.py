class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList()
        while len(self.heads) < num_heads:
            self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        results = [h(x) for h in self.heads]
        together = torch.stack(results, dim=-1)
        return together.flatten(start_dim=-2)
