class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        head = SelfAttention(d_in, d_out_kq, d_out_v)
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(head)

    def forward(self, x: Tensor) -> Tensor:
        results = []
        for h in self.heads:
            results.append(h(x))
        return torch.concat(results, -1)
