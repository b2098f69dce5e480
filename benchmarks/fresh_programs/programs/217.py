class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        head = SelfAttention(d_in, d_out_kq, d_out_v)
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(head)

    def forward(self, x: Tensor) -> Tensor:
        outs = [h(x) for h in self.heads]
        return torch.cat(outs, dim=-1)
